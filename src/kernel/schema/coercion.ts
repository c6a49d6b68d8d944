import { nfc } from '../text/nfc.js';
import { parseDateBound } from '../time/date-bound.js';
import { parseDateTime } from '../time/parse-date-time.js';
import type { ReferenceTime } from '../time/parse-relative-date-time.js';
import { normalizeTimeZone } from '../time/time-zone.js';
import { MAX_NAME_LENGTH, MAX_LIST_VALUES } from './limits.js';

/**
 * Turns one sent value into a field's value, or returns it as sent for a rule to reject. Relative dates refer to `reference`.
 */
export type Coercion = (value: unknown, reference: ReferenceTime) => unknown;

/** A value that cannot be read, where the value as sent could be mistaken for one that was read. */
export const INVALID_VALUE = Symbol('invalid');

/** Longer than any word or name of a fixed set, and any date. */
const MAX_KEYWORD_LENGTH = 100;

/** PostgreSQL cannot square smaller numbers. As a coordinate, it is less than the width of an atom. */
const MIN_MAGNITUDE = 1e-15;

/** Longer than the longest values of a list together. */
const MAX_LIST_TEXT_LENGTH = MAX_LIST_VALUES * MAX_NAME_LENGTH * 4;

/** More digits than JavaScript distinguishes in any number. */
const MAX_NUMBER_LENGTH = 2000;

/** In NFC, no text has less than a quarter of its UTF-16 units (Unicode Standard Annex 15, 3). */
const MAX_NFC_SHRINK_FACTOR = 4;

const BOOLEANS: ReadonlyMap<string, boolean> = new Map(
  ['true', '1', 'yes', 'on', 'false', '0', 'no', 'off'].map((word, index) => [word, index < 4]),
);

/** JSON numbers and digit strings. A number that JavaScript cannot hold exactly stays a text. */
export function toInteger(value: unknown): unknown {
  const text = trimIfShort(value, MAX_NUMBER_LENGTH);
  if (text === undefined || !/^[+-]?\d+$/.test(text)) return value;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number + 0 : value;
}

/** JSON numbers and decimal texts with a point. Numbers below {@link MIN_MAGNITUDE} are zero. */
export function toNumber(value: unknown): unknown {
  const text = trimIfShort(value, MAX_NUMBER_LENGTH);
  const isDecimal = text !== undefined && /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text);
  const number = isDecimal ? Number(text) : value;
  return typeof number === 'number' && Math.abs(number) < MIN_MAGNITUDE ? 0 : number;
}

/** `true false 1 0 yes no on off`, any case; JSON booleans; JSON 0 and 1. */
export function toBoolean(value: unknown): unknown {
  const text = trimIfShort(typeof value === 'number' ? String(value) : value, MAX_KEYWORD_LENGTH);
  return BOOLEANS.get(text?.toLowerCase() ?? '') ?? value;
}

/**
 * Texts, and JSON numbers as their text: NFC, without outer blanks. A text that is too long in every form is not normalized, which would
 * take longer than reading all other parameters.
 * @param maxLength most characters (Unicode code points) that are accepted
 */
export const toText =
  (maxLength: number) =>
  (value: unknown): unknown => {
    const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
    if (typeof text !== 'string') return text;
    const trimmed = text.trim();
    return trimmed.length > MAX_NFC_SHRINK_FACTOR * maxLength ? trimmed : nfc(trimmed).trim();
  };

/** Nothing that a reader would see: blanks, joiners, direction marks. */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** A cleaned text. A text that is too long in every form is not cleaned. */
export const toSanitizedText = (clean: (value: string) => string, maxLength: number) => {
  const normalize = toText(maxLength);
  return (value: unknown): unknown => {
    const text = normalize(value);
    if (typeof text !== 'string' || text.length > 2 * maxLength) return text;
    const cleaned = clean(text);
    return INVISIBLE.test(cleaned) ? '' : cleaned;
  };
};

const toKeywordText = toText(MAX_KEYWORD_LENGTH);

/** A text of a fixed set, in lower case. */
export function toKeyword(value: unknown): unknown {
  const text = toKeywordText(value);
  return trimIfShort(text, MAX_KEYWORD_LENGTH)?.toLowerCase() ?? text;
}

/** A date and time, see `parseDateTime`. */
export const toDateTime = (value: unknown): unknown => read(value, parseDateTime) ?? INVALID_VALUE;

/** A date of a list's window, see `parseDateBound`. */
export const toDateBound: Coercion = (value, reference) =>
  read(value, (input) => parseDateBound(input, reference)) ?? INVALID_VALUE;

/** A time zone by its normal name. */
export const toTimeZone = (value: unknown): unknown =>
  normalizeTimeZone(trimIfShort(value, MAX_KEYWORD_LENGTH) ?? '') ?? INVALID_VALUE;

const read = <Value>(value: unknown, parse: (input: string | number) => Value): Value | undefined => {
  const input = typeof value === 'number' ? value : trimIfShort(value, MAX_KEYWORD_LENGTH);
  return input === undefined ? undefined : parse(input);
};

/** A text without outer blanks; undefined for a text with more UTF-16 units than `maxLength`, and for other values. */
function trimIfShort(value: unknown, maxLength: number): string | undefined {
  const text = typeof value === 'string' ? value.trim() : undefined;
  return text !== undefined && text.length <= maxLength ? text : undefined;
}

/** A list: the elements of an array, or the parts of a text between commas. */
export const toList =
  (element: Coercion): Coercion =>
  (value, reference) =>
    listElements(value).map((part) => element(part, reference));

/** The values of a list; of a list with too many values, one more than is allowed. */
export function listElements(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, MAX_LIST_VALUES + 1);
  return typeof value === 'string' && value.length <= MAX_LIST_TEXT_LENGTH ? splitAtCommas(value) : [value];
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  for (const [part] of text.matchAll(/[^,\s][^,]*/g)) {
    if (parts.push(part.trim()) > MAX_LIST_VALUES) break;
  }
  return parts;
}
