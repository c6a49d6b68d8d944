import { referencedName, type DocumentObject, type Schema, type Schemas } from '../document/document-parts.js';

const DOCUMENT_REFERENCE_PREFIX = '#/components/schemas/';
const REFERENCE_PATTERN = /"#\/components\/schemas\/([^"]+)"/g;

/** The schema of a parameter without references into the API document, and without null, which only clears a field. */
export function argumentSchema(schema: object, schemas: Schemas): object {
  const { type, enum: values, anyOf, ...rest } = schema as Record<string, unknown>;
  const types = [type].flat().filter((each) => each !== undefined && each !== 'null');
  const choices = (anyOf as object[] | undefined)
    ?.filter((choice) => !isNull(choice))
    .map((choice) => withoutReferences(choice, schemas) as object);
  const [only = {}] = choices?.length === 1 ? choices : [];
  return {
    ...(withoutReferences(rest, schemas) as object),
    ...(types.length > 0 ? { type: types.length === 1 ? types[0] : types } : {}),
    ...(Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}),
    ...(choices && choices.length > 1 ? { anyOf: choices } : only),
  };
}

/** The schemas that a part of the document refers to, directly or through other schemas. */
export function referencedSchemas(part: unknown, { components: { schemas } }: DocumentObject): Record<string, unknown> {
  const found = new Set<string>();
  const collectFrom = (text: string) => {
    for (const [, name = ''] of text.matchAll(REFERENCE_PATTERN)) {
      if (found.has(name)) continue;
      found.add(name);
      collectFrom(JSON.stringify(schemas[name] ?? {}));
    }
  };
  collectFrom(JSON.stringify(part));
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}

/** Changes references so that they point to the `schemas` of the index. */
export function withIndexReferences<Part>(part: Part): Part {
  return JSON.parse(JSON.stringify(part).replaceAll(`"${DOCUMENT_REFERENCE_PREFIX}`, '"#/schemas/')) as Part;
}

const isNull = (schema: object): boolean => 'type' in schema && schema.type === 'null';

function withoutReferences(schema: unknown, schemas: Schemas): unknown {
  if (Array.isArray(schema)) return schema.map((each) => withoutReferences(each, schemas));
  if (schema === null || typeof schema !== 'object') return schema;
  const { $ref, ...members } = schema as Schema;
  const inlined = Object.entries(members).map(([key, member]) => [key, withoutReferences(member, schemas)]);
  return { ...($ref === undefined ? {} : inlineSchema($ref, schemas)), ...(Object.fromEntries(inlined) as object) };
}

/** The referenced schema if it is an enum. The schemas of objects are long, so only their type is shown. */
function inlineSchema(reference: string, schemas: Schemas): Schema {
  const target = schemas[referencedName(reference)];
  return target?.enum ? target : { type: 'object' };
}
