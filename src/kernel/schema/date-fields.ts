import { defineField, type FieldOptions } from './field.js';
import * as parsers from './parsers.js';
import { InvalidValue } from './parsers.js';

const MONTH = '(0[1-9]|1[0-2])';
const DAY = String.raw`(0[1-9]|[12]\d|3[01])`;
const HOUR = String.raw`([01]\d|2[0-3])`;
const MINUTE = String.raw`[0-5]\d`;
const FRACTION = String.raw`([.,]\d+)?`;
/** An offset. Its "+" may be a blank: an unencoded "+" in a query string is decoded as a blank. */
const OFFSET = `( ?([Zz]|[+ -]${HOUR}(:?${MINUTE})?))?`;
const BASIC_DATE = String.raw`\d{4}${MONTH}${DAY}`;

/** A date with or without time and offset, or Unix seconds. */
const DATE_TIME_PATTERN = [
  String.raw`\d{4}-${MONTH}-${DAY}([Tt ]${HOUR}:${MINUTE}(:${MINUTE}${FRACTION})?${OFFSET})?`,
  `${BASIC_DATE}([Tt]${HOUR}${MINUTE}(${MINUTE}${FRACTION})?${OFFSET})?`,
  String.raw`-?(0|\d{9,})`,
].join('|');

const RELATIVE_DAY_PATTERN = String.raw`today|tomorrow|yesterday|[+-]?\s*\d{1,6}\s*(day|week|month)s?`;

/** A date with or without time, `now`, or a day relative to today. */
const DATE_BOUND_PATTERN = [DATE_TIME_PATTERN, 'now', RELATIVE_DAY_PATTERN].join('|');

/** A period, or one end of it: a day, also a relative one, a month or a week. */
const DAYS_PATTERN = [
  String.raw`\d{4}-${MONTH}(-${DAY})?`,
  BASIC_DATE,
  String.raw`\d{4}-[Ww](0[1-9]|[1-4]\d|5[0-3])`,
  RELATIVE_DAY_PATTERN,
].join('|');

/** JSON Schema of a date with or without time. The format `date-time` would require an offset. */
export const DATE_TIME_SCHEMA = { type: 'string', pattern: `^(${DATE_TIME_PATTERN})$` } as const;

/** A date with or without time. The DTO has a `ParsedDateTime`. */
export function DateTimeField(options: FieldOptions = {}): PropertyDecorator {
  const parse = (value: unknown) => parsers.toDateTime(value) ?? new InvalidValue('validation.date_time');
  return defineField({ parse, schema: DATE_TIME_SCHEMA, sample: '2025-12-05T18:30:00+01:00', isParsed: true }, options);
}

/** A date in a list filter: with or without time, or relative. The DTO has a `DateBound`. */
export function DateBoundField(options: FieldOptions = {}): PropertyDecorator {
  const schema = { type: 'string', pattern: `^(${DATE_BOUND_PATTERN})$` } as const;
  const parse: parsers.Parser = (value, reference) =>
    parsers.toDateBound(value, reference) ?? new InvalidValue('validation.date_bound');
  return defineField({ parse, schema, sample: '2026-12-05', isParsed: true }, options);
}

/** A day, a week, a month, or two of these separated by a slash. The DTO has a `Period`. */
export function PeriodField(options: FieldOptions = {}): PropertyDecorator {
  const schema = { type: 'string', pattern: String.raw`^(${DAYS_PATTERN})(\s*/\s*(${DAYS_PATTERN}))?$` } as const;
  const parse: parsers.Parser = (value, reference) =>
    parsers.toPeriod(value, reference) ?? new InvalidValue('validation.period');
  return defineField({ parse, schema, isParsed: true }, options);
}

/** An IANA time zone, or an offset such as `UTC+5:30`. */
export function TimeZoneField(options: FieldOptions = {}): PropertyDecorator {
  const parse = (value: unknown) => parsers.toTimeZone(value) ?? new InvalidValue('validation.time_zone');
  return defineField({ parse, schema: { type: 'string' }, sample: 'Europe/Madrid' }, options);
}
