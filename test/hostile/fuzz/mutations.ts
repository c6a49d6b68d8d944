import fc from 'fast-check';
import { boundaryValues, withoutNull } from '../../support/document/parameter-values.js';
import type { Schema } from '../../support/document/served-document.js';
import { HOSTILE_JSON, HOSTILE_TEXTS } from '../read-cases.js';

/** Location of a part of a request. */
export type PartLocation = 'query' | 'header' | 'body';

/** A part of a request as text: JSON in a body, otherwise as it goes over the wire. */
export interface Part {
  readonly location: PartLocation;
  readonly name: string;
  readonly text: string;
  readonly schema?: Schema;
}

export type Mutation = (parts: readonly Part[]) => readonly Part[];

/** Names that objects inherit, or that parsers of forms and the service treat in a special way. */
const FIELD_NAMES = [
  '',
  '__proto__',
  'constructor',
  'toString',
  'id',
  'rest_url',
  'x',
  'password',
  'ml_scope',
  'force',
];
const SUFFIXES = ['[]', '[0]', '[a]', '[a][b]', '[__proto__]', '[', ']', '%00', '.x'];
const HEADER_NAMES = [
  'Content-Type',
  'Accept-Language',
  'Authorization',
  'Host',
  'X-Request-Id',
  'Content-Encoding',
  'Range',
  'Origin',
];
const HEADER_VALUES = [
  '',
  '*',
  '"',
  '\u00e9',
  'a,b;c="',
  '"1-a"',
  'W/"1"',
  '99999999999999999999',
  '../../etc/passwd',
  '\ta',
  'ca;q=nan',
];

const LOCATIONS: readonly PartLocation[] = ['query', 'body', 'header'];

/** One change: a hostile, mistyped or out-of-range value, or a part that is removed, repeated, moved, renamed or added. */
export const arbitraryMutation: fc.Arbitrary<Mutation> = fc.nat().chain((position) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: arbitraryHostileText().map((texts) => replaceTextAt(position, ({ location }) => texts[location])),
    },
    { weight: 2, arbitrary: fc.nat().map((choice) => replaceTextAt(position, (part) => beyondBounds(part, choice))) },
    fc.constant<Mutation>((parts) => parts.filter((_, index) => index !== position % Math.max(parts.length, 1))),
    fc.constant<Mutation>((parts) => [
      ...parts,
      ...parts.filter((_, index) => index === position % Math.max(parts.length, 1)),
    ]),
    fc.constantFrom(...LOCATIONS).map((location) => changeAt(position, (part) => moveTo(part, location))),
    fc
      .constantFrom(...SUFFIXES)
      .map((suffix) => changeAt(position, (part) => ({ ...part, name: `${part.name}${suffix}` }))),
    arbitraryExtraPart().map((part) => (parts: readonly Part[]) => [...parts, part]),
  ),
);

function arbitraryHostileText(): fc.Arbitrary<Record<PartLocation, string>> {
  return fc.record({
    query: fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary', maxLength: 20 }).map(encoded)),
    body: fc.oneof(
      fc.constantFrom(...HOSTILE_JSON),
      fc.json({ maxDepth: 3 }),
      fc.string().map((text) => JSON.stringify(text)),
    ),
    header: fc.oneof(fc.constantFrom(...HEADER_VALUES), fc.string({ maxLength: 20 }).map(printable)),
  });
}

function arbitraryExtraPart(): fc.Arbitrary<Part> {
  return fc.tuple(arbitraryHostileText(), fc.constantFrom(...LOCATIONS), fc.nat()).map(([texts, location, choice]) => {
    const names = location === 'header' ? HEADER_NAMES : FIELD_NAMES;
    return { location, name: names[choice % names.length] ?? '', text: texts[location] };
  });
}

const changeAt =
  (position: number, change: (part: Part) => Part): Mutation =>
  (parts) =>
    parts.map((part, index) => (index === position % parts.length ? change(part) : part));

const replaceTextAt = (position: number, text: (part: Part) => string): Mutation =>
  changeAt(position, (part) => ({ ...part, text: text(part) }));

function beyondBounds({ location, schema = {}, text }: Part, choice: number): string {
  const { invalid } = boundaryValues(withoutNull(schema));
  const value = invalid[choice % Math.max(invalid.length, 1)];
  if (value === undefined) return text;
  return location === 'body' ? JSON.stringify(decodeURIComponent(value)) : value;
}

function moveTo({ name, text, location }: Part, target: PartLocation): Part {
  if (target === 'body') return { location: target, name, text: JSON.stringify(text) };
  return {
    location: target,
    name,
    text: location === 'query' ? text : target === 'query' ? encoded(text) : printable(text),
  };
}

/** `encodeURIComponent` for strings that may contain lone surrogates. */
export const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Removes characters that Node rejects in a header. */
export const printable = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
