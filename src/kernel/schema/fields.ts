import { LANGUAGES } from '../language/languages.js';
import { hasInexactNumber, parseExactJson } from '../text/exact-json.js';
import { MAX_JSON_DEPTH, measureJson } from '../text/json-shape.js';
import { hasForbiddenCharacters } from '../text/plain-text.js';
import { defineField, listField, type FieldOptions } from './field.js';
import { MAX_DESCRIPTION_LENGTH } from './limits.js';
import * as parsers from './parsers.js';
import { InvalidValue } from './parsers.js';

export * from './date-fields.js';
export * from './reference-fields.js';
export * from './text-fields.js';

const MAX_NUMBER = Number.MAX_SAFE_INTEGER;

/** A sort direction. */
export type SortDirection = 'asc' | 'desc';

/** Sort directions as some clients write them. */
const DIRECTION_ALIASES: ReadonlyMap<string, string> = new Map([
  ['ascending', 'asc'],
  ['descending', 'desc'],
]);

const BOOLEAN_ALIASES: ReadonlyMap<string, string> = new Map(
  [...parsers.BOOLEAN_WORDS].map(([word, value]) => [word, String(value)]),
);

interface NumberOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
}

interface KeywordOptions extends FieldOptions {
  readonly values: readonly string[];
}

/** A whole number: JSON number or digits. */
export function IntegerField(options: NumberOptions = {}): PropertyDecorator {
  const { min = -MAX_NUMBER, max = MAX_NUMBER } = options;
  const bounds = {
    ...(options.min === undefined ? {} : { minimum: min }),
    ...(options.max === undefined ? {} : { maximum: max }),
  };
  const parse = (value: unknown) => {
    const number = parsers.toInteger(value);
    if (number === undefined) return new InvalidValue('validation.integer');
    if (number < min) return new InvalidValue('validation.too_small', { min });
    return number > max ? new InvalidValue('validation.too_large', { max }) : number;
  };
  return defineField({ parse, schema: { type: 'integer', ...bounds }, sample: options.min ?? 1 }, options);
}

/** A number with decimals, such as a coordinate. */
export function NumberField(options: NumberOptions & { min: number; max: number }): PropertyDecorator {
  const { min, max } = options;
  const parse = (value: unknown) => {
    const number = parsers.toNumber(value);
    if (number === undefined) return new InvalidValue('validation.number');
    return number >= min && number <= max ? number : new InvalidValue('validation.range', { min, max });
  };
  const schema = { type: 'number', format: 'double', minimum: min, maximum: max } as const;
  return defineField({ parse, schema }, options);
}

/** `true false 1 0 yes no on off`, any case. */
export function BooleanField(options: FieldOptions = {}): PropertyDecorator {
  const parse = (value: unknown) => parsers.toBoolean(value) ?? new InvalidValue('validation.boolean');
  return defineField({ parse, schema: { type: 'boolean' }, sample: true }, options);
}

/** Reads one of `values`, or an alias of one, in upper or lower case. The DTO has the word as declared. */
export function keywordParser(values: readonly string[], aliases: ReadonlyMap<string, string> = new Map()) {
  const declared = new Map<string | undefined, string>([
    ...values.map((value) => [value.toLowerCase(), value] as const),
    ...aliases,
  ]);
  return (value: unknown): string | InvalidValue =>
    declared.get(parsers.toLowerCaseWord(value)) ?? invalidKeyword(values);
}

const invalidKeyword = (values: readonly string[]) =>
  new InvalidValue('validation.one_of', { values: values.join(', ') });

/** One of a fixed set of words, any case. */
export function KeywordField(options: KeywordOptions): PropertyDecorator {
  return keywordField(options);
}

function keywordField(options: KeywordOptions, aliases?: ReadonlyMap<string, string>, sample = options.values[0]) {
  const { values } = options;
  const parse = keywordParser(values, aliases);
  return defineField({ parse, schema: { type: 'string', enum: [...values] }, sample }, options);
}

/**
 * A list of words of a fixed set, any case.
 * @param options `isOpen` also reads other words: a rule of the DTO checks those
 */
export function KeywordsField(options: KeywordOptions & { isOpen?: boolean }): PropertyDecorator {
  const { values, isOpen = false } = options;
  const parseKeyword = keywordParser(values);
  const parse = (value: unknown) =>
    (isOpen ? parsers.toLowerCaseWord(value) : parseKeyword(value)) || invalidKeyword(values);
  return listField({ parse, items: { type: 'string', enum: [...values] }, sample: [values[0]] }, options);
}

/** `true` or `false` as {@link BooleanField} reads them, or a further word. The DTO has a text. */
export function BooleanOrKeywordField(options: FieldOptions & { word: string }): PropertyDecorator {
  return keywordField({ ...options, values: ['true', 'false', options.word] }, BOOLEAN_ALIASES, 'false');
}

/** A language of the service. */
export function LanguageField(options: FieldOptions = {}): PropertyDecorator {
  return KeywordField({ ...options, values: LANGUAGES });
}

/** Languages of the service. */
export function LanguagesField(options: FieldOptions = {}): PropertyDecorator {
  return KeywordsField({ ...options, values: LANGUAGES });
}

/** A sort direction: `asc` or `desc`, `ascending` or `descending`, any case. */
export function DirectionField(options: FieldOptions = {}): PropertyDecorator {
  const values = [...DIRECTION_ALIASES.values(), ...DIRECTION_ALIASES.keys()];
  return keywordField({ ...options, values }, DIRECTION_ALIASES, 'desc');
}

/** A JSON object with any members. A text is parsed as JSON. */
export function JsonObjectField(options: FieldOptions & { maxBytes: number }): PropertyDecorator {
  const { maxBytes } = options;
  const parse = (value: unknown) => {
    const object = typeof value === 'string' ? parseJson(value) : value;
    if (parsers.isEmpty(object)) return null;
    if (typeof object !== 'object' || Array.isArray(object)) return new InvalidValue('validation.object');
    if (Buffer.byteLength(JSON.stringify(object)) > maxBytes || !isStorable(object))
      return new InvalidValue('validation.too_large_object', { max: maxBytes });
    return hasInexactNumber(object) ? new InvalidValue('validation.inexact_number') : object;
  };
  return defineField({ parse, schema: { type: 'object', additionalProperties: true }, sample: {} }, options);
}

/** The value of a JSON text; `undefined` if the text is invalid, too long or nested too deeply. */
function parseJson(text: string): unknown {
  if (text.length > MAX_DESCRIPTION_LENGTH || measureJson(text).depth > MAX_JSON_DEPTH) return undefined;
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

/** Whether PostgreSQL can store a JSON value. A number that is too large for JavaScript would be stored as null. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !hasForbiddenCharacters(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value !== 'object') return true;
  return Object.entries(value).every(([key, member]) => isStorable(key) && isStorable(member));
}
