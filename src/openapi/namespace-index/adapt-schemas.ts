import type { DocumentObject } from '../document/document-parts.js';

const DOCUMENT_REFERENCE_PREFIX = '#/components/schemas/';
const REFERENCE_PATTERN = /"#\/components\/schemas\/([^"]+)"/g;

/** The schema of a parameter without references, which point into the API document, and without null, which only clears the field. */
export function argumentSchema(schema: object): object {
  const { type, enum: values, anyOf, ...rest } = schema as Record<string, unknown>;
  const types = [type].flat().filter((each) => each !== undefined && each !== 'null');
  const choices = (anyOf as object[] | undefined)?.filter((choice) => !isNull(choice));
  const [only = {}] = choices?.length === 1 ? choices.map(withoutSchemaReferences) : [];
  return {
    ...(withoutSchemaReferences(rest) as object),
    ...(types.length > 0 ? { type: types.length === 1 ? types[0] : types } : {}),
    ...(Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}),
    ...(choices && choices.length > 1 ? { anyOf: withoutSchemaReferences(choices) } : (only as object)),
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

function withoutSchemaReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutSchemaReferences);
  if (schema === null || typeof schema !== 'object') return schema;
  if ('$ref' in schema) return { type: 'object' };
  return Object.fromEntries(Object.entries(schema).map(([key, member]) => [key, withoutSchemaReferences(member)]));
}
