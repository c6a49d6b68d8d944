import type { OpenAPIObject } from '@nestjs/swagger';

const IN_DOCUMENT = '#/components/schemas/';
const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;

/**
 * The schema of a parameter as an index has it: on its own, for a reference points into the document, and without the null
 * that empties it, which is no value of its type.
 */
export function argumentSchema(schema: object): object {
  const { type, enum: values, anyOf, ...rest } = schema as Record<string, unknown>;
  const types = [type].flat().filter((each) => each !== undefined && each !== 'null');
  const choices = (anyOf as object[] | undefined)?.filter((choice) => !isNull(choice));
  const [only = {}] = choices?.length === 1 ? choices.map(withoutReferences) : [];
  return {
    ...(withoutReferences(rest) as object),
    ...(types.length > 0 ? { type: types.length === 1 ? types[0] : types } : {}),
    ...(Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}),
    ...(choices && choices.length > 1 ? { anyOf: withoutReferences(choices) } : (only as object)),
  };
}

/** The schemas that a part of the document refers to, and those that they refer to. */
export function schemasWithin(part: unknown, { components }: OpenAPIObject): Record<string, unknown> {
  const schemas: Record<string, unknown> = components?.schemas ?? {};
  const found = new Set<string>();
  const look = (text: string) => {
    for (const [, name = ''] of text.matchAll(REFERENCE)) {
      if (found.has(name)) continue;
      found.add(name);
      look(JSON.stringify(schemas[name] ?? {}));
    }
  };
  look(JSON.stringify(part));
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}

/** A part of the document whose references point into the `schemas` of the index. */
export function referringToIndex<Part>(part: Part): Part {
  return JSON.parse(JSON.stringify(part).replaceAll(`"${IN_DOCUMENT}`, '"#/schemas/')) as Part;
}

const isNull = (schema: object): boolean => 'type' in schema && schema.type === 'null';

function withoutReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutReferences);
  if (schema === null || typeof schema !== 'object') return schema;
  if ('$ref' in schema) return { type: 'object' };
  return Object.fromEntries(Object.entries(schema).map(([key, member]) => [key, withoutReferences(member)]));
}
