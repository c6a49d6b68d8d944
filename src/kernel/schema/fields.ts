import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsNumber, IsObject, Max, Min } from 'class-validator';
import { LANGUAGES } from '../language/languages.js';
import { DIRECTIONS } from './direction.js';
import { MAX_JSON_DEPTH, measureJson } from '../text/json-shape.js';
import * as coercion from './coercion.js';
import { message } from './field-message.js';
import { field, type FieldOptions } from './field.js';
import { MAX_DESCRIPTION_LENGTH, MAX_LIST_VALUES } from './limits.js';
import { IsDateTime, IsStorableJson, IsTimeZone } from './validators.js';

export * from './id-fields.js';
export * from './link-fields.js';
export * from './text-fields.js';

const MAX_NUMBER = Number.MAX_SAFE_INTEGER;

/** Directions of an order as some clients write them. */
const DIRECTION_ALIASES: ReadonlyMap<unknown, string> = new Map([
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
  const validators = [
    IsInt(message('integer')),
    Min(min, message('too_small', { min })),
    Max(max, message('too_large', { max })),
  ];
  return field(
    { coerce: coercion.toInteger, validators, schema: { type: 'integer', ...bounds }, sample: options.min ?? 1 },
    options,
  );
}

/** A number with decimals, such as a coordinate. */
export function NumberField(options: NumberOptions & { min: number; max: number }): PropertyDecorator {
  const range = { min: options.min, max: options.max };
  const validators = [
    IsNumber({}, message('number')),
    Min(options.min, message('range', range)),
    Max(options.max, message('range', range)),
  ];
  const schema = { type: 'number', format: 'double', minimum: options.min, maximum: options.max } as const;
  return field({ coerce: coercion.toNumber, validators, schema }, options);
}

/** `true false 1 0 yes no on off`, any case. */
export function BooleanField(options: FieldOptions = {}): PropertyDecorator {
  const validators = [IsBoolean(message('boolean'))];
  return field({ coerce: coercion.toBoolean, validators, schema: { type: 'boolean' }, sample: true }, options);
}

/** A keyword as it is declared, whatever its case. */
const canonicalKeyword = (values: readonly string[], keyword: unknown): unknown =>
  values.find((value) => value.toLowerCase() === keyword) ?? keyword;

/** One of a fixed set, any case. */
export function KeywordField(options: FieldOptions & { values: readonly string[] }): PropertyDecorator {
  const validators = [IsIn(options.values, message('one_of', { values: options.values.join(', ') }))];
  const schema = { type: 'string', enum: [...options.values] } as const;
  const coerce = (value: unknown) => canonicalKeyword(options.values, coercion.toKeyword(value));
  return field({ coerce, validators, schema, sample: options.values[0] }, options);
}

/**
 * Some of a fixed set, any case.
 * @param options `isOpen` if an application may have further values, which a rule of the DTO checks
 */
export function KeywordsField(
  options: FieldOptions & { values: readonly string[]; isOpen?: boolean },
): PropertyDecorator {
  const { values, isOpen = false } = options;
  const isKnown = IsIn(values, { each: true, ...message('one_of', { values: values.join(', ') }) });
  const validators = [
    IsArray(message('list')),
    ArrayMaxSize(MAX_LIST_VALUES, message('too_many_values', { max: MAX_LIST_VALUES })),
    ...(isOpen ? [] : [isKnown]),
  ];
  const items = { type: 'string', enum: [...values] };
  const schema = { type: 'array', items, maxItems: MAX_LIST_VALUES } as const;
  const coerce = coercion.toList((value) => canonicalKeyword(values, coercion.toKeyword(value)));
  return field({ coerce, validators, schema, sample: [values[0]] }, options);
}

/** `true` or `false` as {@link BooleanField} reads them, or a further word; a text in the DTO. */
export function BooleanOrField(options: FieldOptions & { word: string }): PropertyDecorator {
  const values = ['true', 'false', options.word];
  const coerce = (value: unknown) => {
    const flag = coercion.toBoolean(value);
    return typeof flag === 'boolean' ? String(flag) : coercion.toKeyword(value);
  };
  const validators = [IsIn(values, message('one_of', { values: values.join(', ') }))];
  return field({ coerce, validators, schema: { type: 'string', enum: values }, sample: 'false' }, options);
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
  const values = [...DIRECTIONS, ...DIRECTION_ALIASES.keys()];
  const coerce = (value: unknown) => {
    const keyword = coercion.toKeyword(value);
    return DIRECTION_ALIASES.get(keyword) ?? keyword;
  };
  const validators = [IsIn(DIRECTIONS, message('one_of', { values: values.join(', ') }))];
  return field({ coerce, validators, schema: { type: 'string', enum: values }, sample: 'desc' }, options);
}

/**
 * A date and time; the DTO holds it parsed.
 * @param options `format` where the published interface has that of RFC 3339, though more is read
 */
export function DateTimeField(options: FieldOptions & { format?: 'date-time' } = {}): PropertyDecorator {
  const validators = [IsDateTime(message('date_time'))];
  const { format } = options;
  const schema = { type: 'string', ...(format ? { format } : { pattern: `^(${DATE_TIME_PATTERN})$` }) } as const;
  return field(
    { coerce: coercion.toDateTime, validators, schema, sample: '2025-12-05T18:30:00+01:00', isParsed: true },
    options,
  );
}

/** A bound of a list's window: a date and time, or a relative one; the DTO holds a `DateBound`. */
export function DateBoundField(options: FieldOptions = {}): PropertyDecorator {
  const validators = [IsDateTime(message('date_bound'))];
  const schema = { type: 'string', pattern: `^(${DATE_BOUND_PATTERN})$` } as const;
  return field({ coerce: coercion.toDateBound, validators, schema, sample: '2026-12-05', isParsed: true }, options);
}

/** An IANA time zone, or `UTC±H[:MM]`. */
export function TimeZoneField(options: FieldOptions = {}): PropertyDecorator {
  const validators = [IsTimeZone(message('time_zone'))];
  return field(
    { coerce: coercion.toTimeZone, validators, schema: { type: 'string' }, sample: 'Europe/Madrid' },
    options,
  );
}

/** A JSON object of the client's own. */
export function JsonObjectField(options: FieldOptions & { maxBytes: number }): PropertyDecorator {
  const validators = [
    IsObject(message('object')),
    IsStorableJson(options.maxBytes, message('too_large_object', { max: options.maxBytes })),
  ];
  const schema = { type: 'object', additionalProperties: true } as const;
  return field({ coerce: parseJsonText, validators, schema, sample: {} }, options);
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
