import { nfc } from '../text/nfc.js';
import { readDateBound } from '../time/date-bound.js';
import { parseDateTime } from '../time/parse-date-time.js';
import type { RelativeTo } from '../time/parse-relative-date-time.js';
import { normalizeTimeZone } from '../time/time-zone.js';

/**
 * Turns one sent value into a field's value, or gives it back for a validator to refuse. `present` is the moment, and the
 * zone, that relative dates are relative to.
 */
export type Coercion = (value: unknown, present: RelativeTo) => unknown;

/** One that does not depend on the present. */
export type TimelessCoercion = (value: unknown) => unknown;

/** Stands for a value that cannot be read, where leaving it as sent could be mistaken for one that was. */
export const REFUSED = Symbol('refused');

const TRUE = new Set(['true', '1', 'yes', 'on']);
const FALSE = new Set(['false', '0', 'no', 'off']);

/** JSON numbers and digit strings; a number that JavaScript cannot hold exactly stays a text, and is refused. */
export const toInteger: TimelessCoercion = (value) => {
  if (typeof value !== 'string' || !/^\s*[+-]?\d+\s*$/.test(value)) return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number + 0 : value;
};

/** JSON numbers and decimal texts with a point. */
export const toNumber: TimelessCoercion = (value) =>
  typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(value) ? Number(value) : value;

/** `true false 1 0 yes no on off`, any case; JSON booleans; JSON 0 and 1. */
export const toBoolean: TimelessCoercion = (value) => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '';
  if (TRUE.has(text)) return true;
  return FALSE.has(text) ? false : value;
};

/** Texts, and JSON numbers as their text: NFC, without outer blanks. */
export const toText: TimelessCoercion = (value) => {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  return typeof text === 'string' ? nfc(text).trim() : text;
};

/** A text of a fixed set, whatever its case. */
export const toKeyword: TimelessCoercion = (value) => {
  const text = toText(value);
  return typeof text === 'string' ? text.toLowerCase() : text;
};

/** A date and time, see `parseDateTime`. */
export const toDateTime: TimelessCoercion = (value) =>
  (typeof value === 'string' || typeof value === 'number' ? parseDateTime(value) : undefined) ?? REFUSED;

/** A date of a list's window, see `readDateBound`. */
export const toDateBound: Coercion = (value, present) =>
  (typeof value === 'string' || typeof value === 'number' ? readDateBound(value, present) : undefined) ?? REFUSED;

/** A time zone by its normal name. */
export const toTimeZone: TimelessCoercion = (value) =>
  typeof value === 'string' ? (normalizeTimeZone(value) ?? value) : value;

/** A list: an array taken element by element, or one text split at commas. */
export const toList =
  (element: Coercion): Coercion =>
  (value, present) => {
    const each = (part: unknown) => element(part, present);
    if (Array.isArray(value)) return value.map(each);
    if (typeof value !== 'string') return [each(value)];
    return value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(each);
  };
