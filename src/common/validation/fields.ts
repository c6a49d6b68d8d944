import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { plainText } from '../text/plain-text.js';
import { richText } from '../text/rich-text.js';
import { LANGUAGES } from '../language/languages.js';
import * as coercion from './coercion.js';
import { field, type FieldOptions } from './field.js';
import type { ReferenceTable } from './references.js';
import { HasNoForbiddenCharacters, IsDateTime, IsHttpUrl, IsSmallJson, IsTimeZone } from './validators.js';

/** Most values a list may bring. */
export const MOST_VALUES = 100;
export const LONGEST_NAME = 500;
export const LONGEST_SLUG = 200;
export const LONGEST_DESCRIPTION = 200_000;
const LARGEST_ID = Number.MAX_SAFE_INTEGER;

interface NumberOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
}

interface TextOptions extends FieldOptions {
  /** Most characters (Unicode code points). */
  readonly maxLength?: number;
}

const message = (key: string, context?: Record<string, unknown>) => ({ message: `validation.${key}`, context });
const text = (maxLength: number) => [
  HasNoForbiddenCharacters(message('characters')),
  MaxLength(maxLength, message('too_long', { most: maxLength })),
  IsString(message('text')),
];

/** A whole number: JSON number or digits. */
export function IntegerField(options: NumberOptions = {}): PropertyDecorator {
  const { min = -LARGEST_ID, max = LARGEST_ID } = options;
  const bounds = {
    ...(options.min === undefined ? {} : { minimum: min }),
    ...(options.max === undefined ? {} : { maximum: max }),
  };
  const validators = [
    Max(max, message('too_large', { most: max })),
    Min(min, message('too_small', { least: min })),
    IsInt(message('integer')),
  ];
  return field({ coerce: coercion.toInteger, validators, schema: { type: 'integer', ...bounds } }, options);
}

/** A number with decimals, such as a coordinate. */
export function NumberField(options: NumberOptions & { min: number; max: number }): PropertyDecorator {
  const range = { least: options.min, most: options.max };
  const validators = [
    Max(options.max, message('range', range)),
    Min(options.min, message('range', range)),
    IsNumber({}, message('number')),
  ];
  const schema = { type: 'number', format: 'double', minimum: options.min, maximum: options.max } as const;
  return field({ coerce: coercion.toNumber, validators, schema }, options);
}

/** `true false 1 0 yes no on off`, any case. */
export function BooleanField(options: FieldOptions = {}): PropertyDecorator {
  const validators = [IsBoolean(message('boolean'))];
  return field({ coerce: coercion.toBoolean, validators, schema: { type: 'boolean' } }, options);
}

/** Plain text: markup is removed. */
export function TextField(options: TextOptions = {}): PropertyDecorator {
  const { maxLength = LONGEST_NAME } = options;
  const coerce = sanitized(plainText, maxLength);
  return field({ coerce, validators: text(maxLength), schema: { type: 'string', maxLength } }, options);
}

/** Text with an allow-list of HTML. */
export function RichTextField(options: FieldOptions = {}): PropertyDecorator {
  const coerce = sanitized(richText, LONGEST_DESCRIPTION);
  const schema = { type: 'string', maxLength: LONGEST_DESCRIPTION } as const;
  return field({ coerce, validators: text(LONGEST_DESCRIPTION), schema }, options);
}

/** Text taken as it is: a search, a password. */
export function VerbatimField(options: TextOptions = {}): PropertyDecorator {
  const { maxLength = LONGEST_NAME } = options;
  return field(
    { coerce: coercion.toText, validators: text(maxLength), schema: { type: 'string', maxLength } },
    options,
  );
}

/** One of a fixed set, any case. */
export function KeywordField(options: FieldOptions & { values: readonly string[] }): PropertyDecorator {
  const validators = [IsIn(options.values, message('one_of', { values: options.values.join(', ') }))];
  const schema = { type: 'string', enum: [...options.values] } as const;
  return field({ coerce: coercion.toKeyword, validators, schema }, options);
}

/** A language of the service. */
export function LanguageField(options: FieldOptions = {}): PropertyDecorator {
  return KeywordField({ ...options, values: LANGUAGES });
}

/** An address on the web, `http` or `https`. */
export function UrlField(options: FieldOptions = {}): PropertyDecorator {
  const validators = [IsHttpUrl(message('url'))];
  return field(
    { coerce: coercion.toText, validators, schema: { type: 'string', format: 'uri', maxLength: 2000 } },
    options,
  );
}

/** An e-mail address. */
export function EmailField(options: FieldOptions = {}): PropertyDecorator {
  const validators = [IsEmail({}, message('email')), ...text(254)];
  return field(
    { coerce: coercion.toText, validators, schema: { type: 'string', format: 'email', maxLength: 254 } },
    options,
  );
}

/** A date and time; the DTO holds it parsed. */
export function DateTimeField(options: FieldOptions = {}): PropertyDecorator {
  const schema = { type: 'string', format: 'date-time', example: '2026-12-05 18:30:00' } as const;
  return field({ coerce: coercion.toDateTime, validators: [IsDateTime(message('date_time'))], schema }, options);
}

/** An IANA time zone, or `UTC±H[:MM]`. */
export function TimeZoneField(options: FieldOptions = {}): PropertyDecorator {
  const schema = { type: 'string', example: 'Europe/Madrid' } as const;
  return field({ coerce: coercion.toTimeZone, validators: [IsTimeZone(message('time_zone'))], schema }, options);
}

/** A list of ids. */
export function IdsField(options: FieldOptions & { references?: ReferenceTable } = {}): PropertyDecorator {
  const validators = [
    Max(LARGEST_ID, { each: true, ...message('id') }),
    Min(0, { each: true, ...message('id') }),
    IsInt({ each: true, ...message('id') }),
    ArrayMaxSize(MOST_VALUES, message('too_many_values', { most: MOST_VALUES })),
    IsArray(message('list')),
  ];
  const schema = { type: 'array', items: { type: 'integer' }, maxItems: MOST_VALUES } as const;
  return field({ coerce: coercion.toList(idOf), validators, schema, ...referencing(options) }, options);
}

/** One id; `0` and nothing mean "none". */
export function IdField(options: FieldOptions & { references?: ReferenceTable } = {}): PropertyDecorator {
  const validators = [Max(LARGEST_ID, message('id')), Min(0, message('id')), IsInt(message('id'))];
  const schema = { type: 'integer', minimum: 0 } as const;
  return field({ coerce: idOf, validators, schema, ...referencing(options) }, options);
}

/** A JSON object of the client's own. */
export function JsonObjectField(options: FieldOptions & { maxBytes: number }): PropertyDecorator {
  const validators = [
    IsSmallJson(options.maxBytes, message('too_large_object', { most: options.maxBytes })),
    IsObject(message('object')),
  ];
  const schema = { type: 'object', additionalProperties: true } as const;
  return field({ coerce: parseJsonText, validators, schema }, options);
}

const referencing = ({ references }: { references?: ReferenceTable }) => (references ? { references } : {});

/** Too long a text is left for the validators: cleaning it first would be wasted. */
const sanitized =
  (clean: (value: string) => string, maxLength: number): coercion.Coercion =>
  (value) => {
    const given = coercion.toText(value);
    return typeof given === 'string' && given.length <= 2 * maxLength ? clean(given) : given;
  };

/** What a read serves, a write accepts: an object with an `id` stands for the id. */
function idOf(value: unknown): unknown {
  if (value !== null && typeof value === 'object' && 'id' in value) return coercion.toInteger(value.id);
  return coercion.toInteger(value);
}

function parseJsonText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
