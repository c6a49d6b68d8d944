import { nfc } from '../text/nfc.js';
import { readDateBound } from '../time/date-bound.js';
import { parseDateTime } from '../time/parse-date-time.js';
import type { RelativeTo } from '../time/parse-relative-date-time.js';
import { normalizeTimeZone } from '../time/time-zone.js';
import { LONGEST_NAME, MOST_VALUES } from './limits.js';

/**
 * Turns one sent value into a field's value, or gives it back for a validator to refuse. `present` is the moment, and the
 * zone, that relative dates are relative to.
 */
export type Coercion = (value: unknown, present: RelativeTo) => unknown;

/** One that does not depend on the present. */
export type TimelessCoercion = (value: unknown) => unknown;

/** Stands for a value that cannot be read, where leaving it as sent could be mistaken for one that was. */
export const REFUSED = Symbol('refused');

/** Longer than any word or name of a fixed set, and any date. */
const LONGEST_WORD = 100;

/** On Earth, less than the width of an atom. */
const LEAST = 1e-15;

/** Longer than the longest values of a list together; as one value, it is none. */
const LONGEST_LIST = MOST_VALUES * LONGEST_NAME * 4;

/** More digits than any number needs that JavaScript tells from its neighbours. */
const LONGEST_NUMBER = 2000;

const TRUE = new Set(['true', '1', 'yes', 'on']);
const FALSE = new Set(['false', '0', 'no', 'off']);

/** JSON numbers and digit strings; a number that JavaScript cannot hold exactly stays a text, and is refused. */
export const toInteger: TimelessCoercion = (value) => {
  const text = shortText(value, LONGEST_NUMBER);
  if (text === undefined || !/^[+-]?\d+$/.test(text)) return value;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number + 0 : value;
};

/**
 * JSON numbers and decimal texts with a point. What is as good as zero is zero: the database refuses to compute with numbers whose square
 * is too small for it.
 */
export const toNumber: TimelessCoercion = (value) => {
  const text = shortText(value, LONGEST_NUMBER);
  const isDecimal = text !== undefined && /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text);
  const number = isDecimal ? Number(text) : value;
  return typeof number === 'number' && Math.abs(number) < LEAST ? 0 : number;
};

/** `true false 1 0 yes no on off`, any case; JSON booleans; JSON 0 and 1. */
export const toBoolean: TimelessCoercion = (value) => {
  const text = shortText(typeof value === 'number' ? String(value) : value, LONGEST_WORD)?.toLowerCase() ?? '';
  if (TRUE.has(text)) return true;
  return FALSE.has(text) ? false : value;
};

/** In NFC, no character of any script takes more UTF-16 units less than it had before (Unicode Standard Annex 15, 3). */
const MOST_UNITS = 4;

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
    return trimmed.length > MOST_UNITS * maxLength ? trimmed : nfc(trimmed).trim();
  };

const toWord = toText(LONGEST_WORD);

/** A text of a fixed set, whatever its case. */
export const toKeyword: TimelessCoercion = (value) => {
  const word = toWord(value);
  return shortText(word, LONGEST_WORD)?.toLowerCase() ?? word;
};

/** A date and time, see `parseDateTime`. */
export const toDateTime: TimelessCoercion = (value) => {
  const moment = typeof value === 'number' ? value : shortText(value, LONGEST_WORD);
  return (moment === undefined ? undefined : parseDateTime(moment)) ?? REFUSED;
};

/** A date of a list's window, see `readDateBound`. */
export const toDateBound: Coercion = (value, present) => {
  const moment = typeof value === 'number' ? value : shortText(value, LONGEST_WORD);
  return (moment === undefined ? undefined : readDateBound(moment, present)) ?? REFUSED;
};

/** A time zone by its normal name. */
export const toTimeZone: TimelessCoercion = (value) => {
  const name = shortText(value, LONGEST_WORD);
  return (name === undefined ? undefined : normalizeTimeZone(name)) ?? value;
};

/** A text without outer blanks, where it has at most so many UTF-16 units: what is longer is not worth a closer look. */
function shortText(value: unknown, most: number): string | undefined {
  const text = typeof value === 'string' ? value.trim() : undefined;
  return text !== undefined && text.length <= most ? text : undefined;
}

/** A list: an array taken element by element, or one text split at commas. Of one that is too long, no more is read than tells so. */
export const toList =
  (element: Coercion): Coercion =>
  (value, present) =>
    elementsOf(value).map((part) => element(part, present));

/** The values of a list, as many as tell whether they are too many. */
export function elementsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice(0, MOST_VALUES + 1);
  return typeof value === 'string' && value.length <= LONGEST_LIST ? partsOf(value) : [value];
}

function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const [part] of text.matchAll(/[^,\s][^,]*/g)) {
    if (parts.push(part.trim()) > MOST_VALUES) break;
  }
  return parts;
}
