import { nfc } from '../text/nfc.js';
import { parseDateBound } from '../time/date-bound.js';
import { parseDateTime } from '../time/parse-date-time.js';
import type { ReferenceTime } from '../time/parse-relative-date-time.js';
import { normalizeTimeZone } from '../time/time-zone.js';
import { MAX_NAME_LENGTH, MAX_LIST_VALUES } from './limits.js';

/**
 * Turns one sent value into a field's value, or gives it back for a validator to refuse. `reference` is the moment, and the
 * zone, that relative dates are relative to.
 */
export type Coercion = (value: unknown, reference: ReferenceTime) => unknown;

/** One that does not depend on the present. */
export type TimelessCoercion = (value: unknown) => unknown;

/** Stands for a value that cannot be read, where leaving it as sent could be mistaken for one that was. */
export const INVALID = Symbol('invalid');

/** Longer than any word or name of a fixed set, and any date. */
const MAX_KEYWORD_LENGTH = 100;

/** On Earth, less than the width of an atom. */
const MIN_MAGNITUDE = 1e-15;

/** Longer than the longest values of a list together; as one value, it is none. */
const MAX_LIST_TEXT_LENGTH = MAX_LIST_VALUES * MAX_NAME_LENGTH * 4;

/** More digits than any number needs that JavaScript tells from its neighbours. */
const MAX_NUMBER_LENGTH = 2000;

const TRUE = new Set(['true', '1', 'yes', 'on']);
const FALSE = new Set(['false', '0', 'no', 'off']);

/** JSON numbers and digit strings; a number that JavaScript cannot hold exactly stays a text, and is refused. */
export const toInteger: TimelessCoercion = (value) => {
  const text = shortText(value, MAX_NUMBER_LENGTH);
  if (text === undefined || !/^[+-]?\d+$/.test(text)) return value;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number + 0 : value;
};

/**
 * JSON numbers and decimal texts with a point. What is as good as zero is zero: the database refuses to compute with numbers whose square
 * is too small for it.
 */
export const toNumber: TimelessCoercion = (value) => {
  const text = shortText(value, MAX_NUMBER_LENGTH);
  const isDecimal = text !== undefined && /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text);
  const number = isDecimal ? Number(text) : value;
  return typeof number === 'number' && Math.abs(number) < MIN_MAGNITUDE ? 0 : number;
};

/** `true false 1 0 yes no on off`, any case; JSON booleans; JSON 0 and 1. */
export const toBoolean: TimelessCoercion = (value) => {
  const text = shortText(typeof value === 'number' ? String(value) : value, MAX_KEYWORD_LENGTH)?.toLowerCase() ?? '';
  if (TRUE.has(text)) return true;
  return FALSE.has(text) ? false : value;
};

/** In NFC, no character of any script takes more UTF-16 units less than it had before (Unicode Standard Annex 15, 3). */
const MAX_NFC_SHRINK_FACTOR = 4;

/**
 * Texts, and JSON numbers as their text: NFC, without outer blanks. One that is too long in every form is left for the
 * validators: making it normal would take longer than reading all the rest.
 * @param maxLength most characters (Unicode code points) that are accepted
 */
export const toText =
  (maxLength: number): TimelessCoercion =>
  (value) => {
    const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
    if (typeof text !== 'string') return text;
    const trimmed = text.trim();
    return trimmed.length > MAX_NFC_SHRINK_FACTOR * maxLength ? trimmed : nfc(trimmed).trim();
  };

const toKeywordText = toText(MAX_KEYWORD_LENGTH);

/** A text of a fixed set, whatever its case. */
export const toKeyword: TimelessCoercion = (value) => {
  const text = toKeywordText(value);
  return shortText(text, MAX_KEYWORD_LENGTH)?.toLowerCase() ?? text;
};

/** A date and time, see `parseDateTime`. */
export const toDateTime: TimelessCoercion = (value) => {
  const input = typeof value === 'number' ? value : shortText(value, MAX_KEYWORD_LENGTH);
  return (input === undefined ? undefined : parseDateTime(input)) ?? INVALID;
};

/** A date of a list's window, see `parseDateBound`. */
export const toDateBound: Coercion = (value, reference) => {
  const input = typeof value === 'number' ? value : shortText(value, MAX_KEYWORD_LENGTH);
  return (input === undefined ? undefined : parseDateBound(input, reference)) ?? INVALID;
};

/** A time zone by its normal name. */
export const toTimeZone: TimelessCoercion = (value) => {
  const name = shortText(value, MAX_KEYWORD_LENGTH);
  return (name === undefined ? undefined : normalizeTimeZone(name)) ?? value;
};

/** A text without outer blanks, where it has at most so many UTF-16 units: what is longer is not worth a closer look. */
function shortText(value: unknown, maxLength: number): string | undefined {
  const text = typeof value === 'string' ? value.trim() : undefined;
  return text !== undefined && text.length <= maxLength ? text : undefined;
}

/** A list: an array taken element by element, or one text split at commas. Of one that is too long, no more is read than tells so. */
export const toList =
  (element: Coercion): Coercion =>
  (value, reference) =>
    listElements(value).map((part) => element(part, reference));

/** The values of a list, as many as tell whether they are too many. */
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
