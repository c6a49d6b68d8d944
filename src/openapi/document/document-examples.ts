import {
  operationsIn,
  referencedName,
  type DocumentObject,
  type MediaTypeObject,
  type Schema,
  type Schemas,
} from './document-parts.js';

/** Gives every JSON response an example in `components`, composed of the examples of its members. */
export function addResponseExamples(document: DocumentObject): void {
  const { schemas, examples } = document.components;
  for (const { content } of operationsIn(document).flatMap(({ responses = {} }) => Object.values(responses))) {
    const json = content?.['application/json'];
    if (json?.schema?.$ref === undefined) continue;
    const name = referencedName(json.schema.$ref);
    json.examples = { [name]: { $ref: `#/components/examples/${name}` } };
    examples[name] ??= { value: sampleOf(json.schema, schemas) };
  }
}

/**
 * A value of a schema, composed of the examples of its members.
 * @param ancestors names of the schemas that contain it. Members with one of these schemas are left out
 * @returns `undefined` for a value without example or enum, and for a schema within itself
 */
export function sampleOf(schema: Schema, schemas: Schemas, ancestors: readonly string[] = []): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.$ref !== undefined) {
    const name = referencedName(schema.$ref);
    return ancestors.includes(name) ? undefined : sampleOf(schemas[name] ?? {}, schemas, [...ancestors, name]);
  }
  const sampleMember = (each: Schema) => sampleOf(each, schemas, ancestors);
  if (schema.properties) {
    const samples = Object.entries(schema.properties).map(([name, each]) => [name, sampleMember(each)]);
    return Object.fromEntries(samples.filter(([, sample]) => sample !== undefined));
  }
  if (schema.items) return [sampleMember(schema.items)].filter((item) => item !== undefined);
  const [first] = variantsOf(schema);
  return first ? sampleMember(first) : schema.enum?.[0];
}

const variantsOf = ({ allOf, anyOf, oneOf }: Schema): Schema[] => allOf ?? anyOf ?? oneOf ?? [];

/**
 * Moves examples to where OpenAPI 3.1 has them: from `example` to `examples` in members, and out of the schema in
 * parameters. `@nestjs/swagger` does neither.
 */
export function normalizeExamples(document: DocumentObject): void {
  for (const parameter of operationsIn(document).flatMap(({ parameters = [] }) => parameters)) {
    const { example, ...schema } = parameter.schema ?? {};
    if (example !== undefined) Object.assign(parameter, { example, schema });
  }
  for (const { properties = {} } of Object.values(document.components.schemas)) {
    for (const member of Object.values(properties).filter((each) => 'example' in each)) {
      member.examples = [member.example];
      delete member.example;
    }
  }
}

const FORM_MEDIA_TYPE = 'application/x-www-form-urlencoded';

/** Replaces lists of objects in examples of forms, which cannot contain them, and documents objects as JSON texts. */
export function flattenFormExamples(document: DocumentObject): void {
  for (const { requestBody } of operationsIn(document)) {
    const form = requestBody?.content?.[FORM_MEDIA_TYPE];
    const properties = document.components.schemas[referencedName(form?.schema?.$ref ?? '')]?.properties;
    if (form && properties) Object.assign(form, flatForm(form, properties));
  }
}

function flatForm(
  { examples = {} }: MediaTypeObject,
  properties: Schemas,
): Pick<MediaTypeObject, 'examples' | 'encoding'> {
  const flatten = (value: object) =>
    Object.entries(value).map(([name, each]) => [
      name,
      isListWithObjects(each) ? properties[name]?.examples?.[0] : each,
    ]);
  const flattened = Object.entries(examples).map(([name, example]) => [
    name,
    { ...example, value: Object.fromEntries(flatten(example.value ?? {})) },
  ]);
  const objects = Object.keys(properties).filter((name) => [properties[name]?.type].flat().includes('object'));
  return {
    examples: Object.fromEntries(flattened),
    encoding: Object.fromEntries(objects.map((name) => [name, { contentType: 'application/json' }])),
  };
}

const isListWithObjects = (value: unknown): boolean =>
  Array.isArray(value) && value.some((each) => typeof each === 'object');
