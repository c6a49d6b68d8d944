import type { OpenAPIObject } from '@nestjs/swagger';
import { eachResponse, eachOperation, eachParameter, schemaNameOf, type ParameterObject } from './document-parts.js';
import { sampleOf, type Schema, type Schemas } from './schema-samples.js';

/** Gives every successful answer an example, put together from those of its schema's members. */
export function addResponseExamples(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  const served = new Set<string>();
  for (const { content } of eachResponse(document)) {
    const json = content?.['application/json'];
    const reference = json?.schema?.['$ref'];
    if (!json || typeof reference !== 'string') continue;
    const name = schemaNameOf(reference);
    json.examples = { [name]: { $ref: `#/components/examples/${name}` } };
    served.add(name);
  }
  const examples = [...served].map((name) => [name, { value: sampleOf({ $ref: name }, schemas) }]);
  document.components = {
    ...document.components,
    examples: { ...document.components?.examples, ...Object.fromEntries(examples) },
  };
}

/**
 * Writes examples as OpenAPI 3.1 has them: those of members in a list, those of parameters beside their schema. Nest's Swagger
 * module knows neither.
 */
export function normalizeExamples(document: OpenAPIObject): void {
  for (const parameter of eachParameter(document)) hoistExample(parameter);
  for (const { properties = {} } of Object.values((document.components?.schemas ?? {}) as Schemas)) {
    for (const member of Object.values(properties)) wrapExample(member);
  }
}

function hoistExample(parameter: ParameterObject): void {
  const { example, ...schema } = parameter.schema ?? {};
  if (example === undefined) return;
  Object.assign(parameter, { example, schema });
}

function wrapExample(member: Schema & { example?: unknown }): void {
  if (!('example' in member)) return;
  Object.assign(member, { examples: [member.example] });
  delete member.example;
}

/**
 * Puts what their schemas show in place of objects within the lists of forms, which have no way to write those, and says that
 * other objects go as JSON.
 */
export function flattenFormExamples(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  for (const { requestBody } of eachOperation(document)) {
    const { content = {} } = (requestBody ?? {}) as { content?: Record<string, FormMediaType> };
    const form = content[FORM_MEDIA_TYPE];
    if (form) content[FORM_MEDIA_TYPE] = flattenFormExample(form, schemas);
  }
}

function flattenFormExample(form: FormMediaType, schemas: Schemas): FormMediaType {
  const record = form.examples?.record;
  if (!form.schema?.$ref || !record) return form;
  const { properties = {} } = schemas[schemaNameOf(form.schema.$ref)] ?? {};
  const members = Object.entries(record.value).map(([name, each]) => [
    name,
    hasObjects(each) ? properties[name]?.examples?.[0] : each,
  ]);
  const example = { ...record, value: Object.fromEntries(members) as object };
  return { ...form, encoding: encodingOf(properties), examples: { record: example } };
}

/** Objects of any members are sent as a text of JSON. */
function encodingOf(properties: Schemas): Record<string, { contentType: string }> {
  const objects = Object.keys(properties).filter((name) => [properties[name]?.type].flat().includes('object'));
  return Object.fromEntries(objects.map((name) => [name, { contentType: 'application/json' }]));
}

const FORM_MEDIA_TYPE = 'application/x-www-form-urlencoded';

/** A form as a document describes it. */
interface FormMediaType {
  schema?: { $ref?: string };
  encoding?: Record<string, { contentType: string }>;
  examples?: { record?: { value: object } };
}

const hasObjects = (value: unknown): boolean => Array.isArray(value) && value.some((each) => typeof each === 'object');
