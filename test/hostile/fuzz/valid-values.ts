import fc from 'fast-check';
import { resolveReference, type Schema, type ServedDocument } from '../../support/document/served-document.js';

/** Path of the kind that a field or parameter refers to. */
const KIND_PATHS: Readonly<Record<string, string>> = {
  venue: 'venues',
  organizer: 'organizers',
  categories: 'categories',
  tags: 'tags',
  post_parent: 'events',
  event: 'events',
  post: 'events',
  parent: 'categories',
};

/** Highest index of a known id. */
const MAX_INDEX = 8;

/** A placeholder that is replaced by a known id or slug when the request is sent: `{venues:3}`. */
export const knownId = (path: string): fc.Arbitrary<string> => fc.nat(MAX_INDEX).map((index) => `{${path}:${index}}`);

/** Values of headers. The examples in the document would fit only one state of a record, or one request. */
const HEADERS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'If-Match': fc.constantFrom('*', '*', '"1-a"', '"1-a", "2-b"'),
  'If-None-Match': fc.constantFrom('*', '"1-a"'),
  'Idempotency-Key': fc.oneof({ weight: 9, arbitrary: fc.uuid() }, fc.constant('again')),
};

/** Values that are valid for a schema. Most values of fields that take ids are known ids. */
export function validValue(document: ServedDocument, schema: Schema, name = '', depth = 0): fc.Arbitrary<unknown> {
  const header = HEADERS[name];
  if (header) return header;
  const kindPath = KIND_PATHS[name];
  const generated = valueBySchema(document, schema, depth);
  const examples = (schema.examples ?? []).map((example) => fc.constant(example));
  const knownIds =
    kindPath === undefined ? [] : [fc.array(knownId(kindPath), { minLength: 1, maxLength: 2 }).map(oneOrMany(schema))];
  return fc.oneof(...knownIds, ...knownIds, ...examples, generated);
}

const oneOrMany =
  ({ type }: Schema) =>
  (ids: readonly string[]): unknown =>
    [type].flat().includes('array') ? ids : ids[0];

function valueBySchema(document: ServedDocument, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const { $ref, enum: enumValues, anyOf, oneOf } = schema;
  const alternatives = anyOf ?? oneOf;
  if ($ref !== undefined) return validValue(document, resolveReference(document, $ref) ?? {}, '', depth + 1);
  if (enumValues) return fc.constantFrom(...enumValues);
  if (alternatives) return fc.oneof(...alternatives.map((part) => validValue(document, part, '', depth + 1)));
  const types = [schema.type ?? 'string'].flat();
  return fc.oneof(...types.map((type) => valueOfType(document, type, schema, depth)));
}

/** Arrays and objects that are nested more deeply are replaced by texts. */
const MAX_DEPTH = 3;

function valueOfType(document: ServedDocument, type: string, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const { minimum, maximum, items = {}, maxItems = 3, maxLength = 60 } = schema;
  if (type === 'integer') return fc.integer({ min: minimum ?? 0, max: Math.min(maximum ?? 50, 2 ** 31 - 1) });
  if (type === 'number') return fc.double({ min: minimum ?? -1e6, max: maximum ?? 1e6, noNaN: true });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'array' && depth < MAX_DEPTH)
    return fc.array(validValue(document, items, '', depth + 1), { maxLength: Math.min(maxItems, 3) });
  if (type === 'object' && depth < MAX_DEPTH) return objectOf(document, schema, depth);
  return textOf(schema, Math.min(maxLength, 60));
}

/** The required members of an object and some of the optional ones. */
export function objectOf(document: ServedDocument, schema: Schema, depth: number): fc.Arbitrary<object> {
  const { properties = {}, required = [] } = schema;
  const names = Object.keys(properties);
  if (names.length === 0)
    return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 });
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, validValue(document, property, name, depth + 1)]),
  );
  const optionalNames = fc.subarray(names, { maxLength: Math.min(names.length, 6) });
  return optionalNames.chain((chosen) => {
    const present = [...new Set([...required, ...chosen])].filter((name) => members[name]);
    return fc.record(Object.fromEntries(present.map((name) => [name, members[name] as fc.Arbitrary<unknown>])));
  });
}

const DATES = [
  '2026-12-20 19:00:00',
  '2027-03-28T02:30:00',
  '2027-10-31 02:30',
  '2026-12-20T19:00:00Z',
  '2028-02-29',
  '1798000000',
];

function textOf({ format, pattern }: Schema, maxLength: number): fc.Arbitrary<string> {
  // Patterns are those of dates and periods, and of usernames, which dates match too.
  if (pattern !== undefined) return fc.constantFrom(...DATES);
  if (format === 'uri') return fc.webUrl();
  if (format === 'email') return fc.emailAddress();
  return fc.oneof(fc.lorem({ maxCount: 3 }), fc.string({ unit: 'grapheme', minLength: 1, maxLength }));
}
