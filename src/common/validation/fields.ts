import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsNumber, IsObject, IsString, Max, Min } from 'class-validator';
import { plainText } from '../text/plain-text.js';
import { richText } from '../text/rich-text.js';
import { LANGUAGES } from '../language/languages.js';
import { DEEPEST_JSON, depthOf } from '../parameters/json-depth.js';
import * as coercion from './coercion.js';
import { field, type FieldOptions } from './field.js';
import { LONGEST_DESCRIPTION, LONGEST_NAME, MOST_VALUES } from './limits.js';
import type { ReferenceTable } from '../auth/readable-ids.js';
import {
  HasAtMost,
  HasNoForbiddenCharacters,
  IsDateTime,
  IsEmailAddress,
  IsHttpUrl,
  IsSmallJson,
  IsTimeZone,
} from './validators.js';

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
/** The first of several that fail is reported, so the type comes first. */
const text = (maxLength: number) => [
  IsString(message('text')),
  HasAtMost(maxLength, message('too_long', { most: maxLength })),
  HasNoForbiddenCharacters(message('characters')),
];

/** A whole number: JSON number or digits. */
export function IntegerField(options: NumberOptions = {}): PropertyDecorator {
  const { min = -LARGEST_ID, max = LARGEST_ID } = options;
  const bounds = {
    ...(options.min === undefined ? {} : { minimum: min }),
    ...(options.max === undefined ? {} : { maximum: max }),
  };
  const validators = [
    IsInt(message('integer')),
    Min(min, message('too_small', { least: min })),
    Max(max, message('too_large', { most: max })),
  ];
  return field({ coerce: coercion.toInteger, validators, schema: { type: 'integer', ...bounds } }, options);
}

/** A number with decimals, such as a coordinate. */
export function NumberField(options: NumberOptions & { min: number; max: number }): PropertyDecorator {
  const range = { least: options.min, most: options.max };
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
  const validators = [IsEmailAddress(message('email')), ...text(254)];
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
  const least = options.references ? 1 : 0;
  const validators = [
    IsArray(message('list')),
    ArrayMaxSize(MOST_VALUES, message('too_many_values', { most: MOST_VALUES })),
    IsInt({ each: true, ...message('id') }),
    Min(least, { each: true, ...message('id') }),
    Max(LARGEST_ID, { each: true, ...message('id') }),
  ];
  const schema = { type: 'array', items: { type: 'integer' }, maxItems: MOST_VALUES } as const;
  return field({ coerce: coercion.toList(idOf), validators, schema, ...referencing(options) }, options);
}

/** One id, from `least` up: where that is 0, it means "none". */
export function IdField(
  options: FieldOptions & { references?: ReferenceTable; least?: 0 | 1 } = {},
): PropertyDecorator {
  const { least = 0 } = options;
  const validators = [IsInt(message('id')), Min(least, message('id')), Max(LARGEST_ID, message('id'))];
  const schema = { type: 'integer', minimum: least } as const;
  return field({ coerce: idOf, validators, schema, ...referencing(options) }, options);
}

/** A JSON object of the client's own. */
export function JsonObjectField(options: FieldOptions & { maxBytes: number }): PropertyDecorator {
  const validators = [
    IsObject(message('object')),
    IsSmallJson(options.maxBytes, message('too_large_object', { most: options.maxBytes })),
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
    if (typeof given !== 'string' || given.length > 2 * maxLength) return given;
    const cleaned = clean(given);
    return INVISIBLE.test(cleaned) ? '' : cleaned;
  };

/** Nothing that a reader would see: blanks, joiners, direction marks. */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** What a read serves, a write accepts: an object with an `id` stands for the id. */
function idOf(value: unknown): unknown {
  if (value !== null && typeof value === 'object' && 'id' in value) return coercion.toInteger(value.id);
  return coercion.toInteger(value);
}

/** A JSON text stands for its value, within the limits of a JSON body. */
function parseJsonText(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > LONGEST_DESCRIPTION) return value;
  try {
    const parsed = JSON.parse(value) as unknown;
    return parsed !== null && typeof parsed === 'object' && depthOf(parsed) > DEEPEST_JSON ? value : parsed;
  } catch {
    return value;
  }
}
