import { LANGUAGES } from '../language/languages.js';
import { MAX_JSON_DEPTH, measureJson } from '../text/json-shape.js';
import { hasForbiddenCharacters } from '../text/plain-text.js';
import * as coercion from './coercion.js';
import { SORT_DIRECTIONS } from './sort-direction.js';
import { defineField, listField, type FieldOptions } from './field.js';
import { isParsed, oneOf, rule } from './field-rules.js';
import { MAX_DESCRIPTION_LENGTH } from './limits.js';

export * from './reference-fields.js';
export * from './text-fields.js';

const MAX_NUMBER = Number.MAX_SAFE_INTEGER;

/** Directions of an order as some clients write them. */
const DIRECTION_ALIASES: ReadonlyMap<string, string> = new Map([
  ['ascending', 'asc'],
  ['descending', 'desc'],
]);

/** How a moment is written: a date with or without time and offset, or Unix seconds. */
const DATE_TIME_PATTERN = [
  String.raw`\d{4}-?\d{2}-?\d{2}([Tt ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?( ?([Zz]|[+-]\d{2}(:?\d{2})?))?)?`,
  String.raw`-?\d+([.,]\d+)?`,
].join('|');

/** How a bound of a list is written: also relative to the present. */
const DATE_BOUND_PATTERN = [
  DATE_TIME_PATTERN,
  'now|today|tomorrow|yesterday',
  String.raw`[+-]? ?\d{1,6} ?(day|week|month)s?`,
].join('|');

interface NumberOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
}

/** A whole number: JSON number or digits. */
export function IntegerField(options: NumberOptions = {}): PropertyDecorator {
  const { min = -MAX_NUMBER, max = MAX_NUMBER } = options;
  const bounds = {
    ...(options.min === undefined ? {} : { minimum: min }),
    ...(options.max === undefined ? {} : { maximum: max }),
  };
  const rules = [
    rule('integer', Number.isInteger),
    rule('too_small', (value: number) => value >= min, { min }),
    rule('too_large', (value: number) => value <= max, { max }),
  ];
  const schema = { type: 'integer', ...bounds } as const;
  return defineField({ coerce: coercion.toInteger, rules, schema, sample: options.min ?? 1 }, options);
}

/** A number with decimals, such as a coordinate. */
export function NumberField(options: NumberOptions & { min: number; max: number }): PropertyDecorator {
  const { min, max } = options;
  const rules = [
    rule('number', Number.isFinite),
    rule('range', (value: number) => value >= min && value <= max, { min, max }),
  ];
  const schema = { type: 'number', format: 'double', minimum: min, maximum: max } as const;
  return defineField({ coerce: coercion.toNumber, rules, schema }, options);
}

/** `true false 1 0 yes no on off`, any case. */
export function BooleanField(options: FieldOptions = {}): PropertyDecorator {
  const rules = [rule('boolean', (value: unknown) => typeof value === 'boolean')];
  return defineField({ coerce: coercion.toBoolean, rules, schema: { type: 'boolean' }, sample: true }, options);
}

/** A keyword as it is declared, whatever its case. */
function toKeywordOf(values: readonly string[]): coercion.Coercion {
  const declared = new Map<unknown, string>(values.map((value) => [value.toLowerCase(), value]));
  return (value) => {
    const keyword = coercion.toKeyword(value);
    return declared.get(keyword) ?? keyword;
  };
}

/** One of a fixed set, any case. */
export function KeywordField(options: FieldOptions & { values: readonly string[] }): PropertyDecorator {
  const { values } = options;
  return keywordField(values, toKeywordOf(values), options);
}

function keywordField(values: readonly string[], coerce: coercion.Coercion, options: FieldOptions, sample = values[0]) {
  return defineField(
    { coerce, rules: [oneOf(values)], schema: { type: 'string', enum: [...values] }, sample },
    options,
  );
}

/**
 * Some of a fixed set, any case.
 * @param options `isOpen` if an application may have further values, which a rule of the DTO checks
 */
export function KeywordsField(
  options: FieldOptions & { values: readonly string[]; isOpen?: boolean },
): PropertyDecorator {
  const { values, isOpen = false } = options;
  const items = { type: 'string', enum: [...values] };
  const rules = isOpen ? [] : [oneOf(values)];
  return listField({ coerce: toKeywordOf(values), rules, items, sample: [values[0]] }, options);
}

/** `true` or `false` as {@link BooleanField} reads them, or a further word; a text in the DTO. */
export function BooleanOrKeywordField(options: FieldOptions & { word: string }): PropertyDecorator {
  const coerce = (value: unknown) => {
    const flag = coercion.toBoolean(value);
    return typeof flag === 'boolean' ? String(flag) : coercion.toKeyword(value);
  };
  return keywordField(['true', 'false', options.word], coerce, options, 'false');
}

/** A language of the service. */
export function LanguageField(options: FieldOptions = {}): PropertyDecorator {
  return KeywordField({ ...options, values: LANGUAGES });
}

/** Languages of the service. */
export function LanguagesField(options: FieldOptions = {}): PropertyDecorator {
  return KeywordsField({ ...options, values: LANGUAGES });
}

/** The direction of an order: `asc` or `desc`, also in full, any case. */
export function DirectionField(options: FieldOptions = {}): PropertyDecorator {
  const coerce = (value: unknown) => {
    const keyword = coercion.toKeyword(value);
    return DIRECTION_ALIASES.get(keyword as string) ?? keyword;
  };
  return keywordField([...SORT_DIRECTIONS, ...DIRECTION_ALIASES.keys()], coerce, options, 'desc');
}

/**
 * A date and time; the DTO holds it parsed.
 * @param options `format` where the published interface has that of RFC 3339, though more is read
 */
export function DateTimeField(options: FieldOptions & { format?: 'date-time' } = {}): PropertyDecorator {
  const { format } = options;
  const schema = { type: 'string', ...(format ? { format } : { pattern: `^(${DATE_TIME_PATTERN})$` }) } as const;
  const rules = [rule('date_time', isParsed)];
  const sample = '2025-12-05T18:30:00+01:00';
  return defineField({ coerce: coercion.toDateTime, rules, schema, sample, isParsed: true }, options);
}

/** A bound of a list's window: a date and time, or a relative one; the DTO holds a `DateBound`. */
export function DateBoundField(options: FieldOptions = {}): PropertyDecorator {
  const schema = { type: 'string', pattern: `^(${DATE_BOUND_PATTERN})$` } as const;
  const rules = [rule('date_bound', isParsed)];
  return defineField({ coerce: coercion.toDateBound, rules, schema, sample: '2026-12-05', isParsed: true }, options);
}

/** An IANA time zone, or `UTC±H[:MM]`. */
export function TimeZoneField(options: FieldOptions = {}): PropertyDecorator {
  const definition = { coerce: coercion.toTimeZone, rules: [rule('time_zone', isParsed)] };
  return defineField({ ...definition, schema: { type: 'string' }, sample: 'Europe/Madrid' }, options);
}

/** A JSON object of the client's own. */
export function JsonObjectField(options: FieldOptions & { maxBytes: number }): PropertyDecorator {
  const isSmall = (value: object) => Buffer.byteLength(JSON.stringify(value)) <= options.maxBytes;
  const rules = [
    rule('object', (value: unknown) => typeof value === 'object' && !Array.isArray(value)),
    rule('too_large_object', (value: object) => isSmall(value) && isStorable(value), { max: options.maxBytes }),
  ];
  const schema = { type: 'object', additionalProperties: true } as const;
  return defineField({ coerce: parseJsonText, rules, schema, sample: {} }, options);
}

/** A JSON text stands for its value, within the limits of a JSON body. */
function parseJsonText(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > MAX_DESCRIPTION_LENGTH) return value;
  if (measureJson(value).depth > MAX_JSON_DEPTH) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** Whether PostgreSQL can store a JSON value. A number that is too large for JavaScript would be stored as null. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !hasForbiddenCharacters(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value !== 'object') return true;
  return Object.entries(value).every(([key, member]) => isStorable(key) && isStorable(member));
}
