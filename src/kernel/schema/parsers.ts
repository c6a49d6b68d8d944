import { joinMessages, type Message } from '../language/message.js';
import { nfc } from '../text/nfc.js';
import { cleanLine, hasForbiddenCharacters, hasVisibleCharacter } from '../text/plain-text.js';
import { parseDateBound, type DateBound } from '../time/date-bound.js';
import { parseDateTime, type ParsedDateTime } from '../time/parse-date-time.js';
import { parsePeriod, type Period } from '../time/parse-period.js';
import type { ReferenceTime } from '../time/parse-relative-date-time.js';
import { normalizeTimeZone } from '../time/time-zone.js';
import { MAX_LIST_VALUES, MAX_NAME_LENGTH, MAX_URL_LENGTH } from './limits.js';

/** Reads a value that is not empty. Returns the value of the field, or an {@link InvalidValue}. Never throws. */
export type Parser = (value: unknown, reference: ReferenceTime) => unknown;

/** The result of a {@link Parser} that rejects a value: the message for the client. */
export class InvalidValue implements Message {
  constructor(
    readonly key: string,
    readonly args?: Message['args'],
  ) {}
}

/** Whether a value is an empty or blank text. */
export const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** Whether a value means "no value": null, a blank text or an empty list. */
export const isEmpty = (value: unknown): boolean =>
  value === null || isBlank(value) || (Array.isArray(value) && value.length === 0);

export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The message if a parser rejected the value, or elements of a list. Elements with the same error share a message. */
export function invalidValueMessage(parsed: unknown): Message | undefined {
  if (!Array.isArray(parsed)) return parsed instanceof InvalidValue ? parsed : undefined;
  const invalid = [...parsed.entries()].filter(
    (entry): entry is [number, InvalidValue] => entry[1] instanceof InvalidValue,
  );
  const groups = Map.groupBy(invalid, ([, { key, args }]) => JSON.stringify([key, args]));
  return joinMessages(
    [...groups.values()].map((group) => ({
      ...(group[0]?.[1] as InvalidValue),
      elements: group.map(([position]) => position),
    })),
  );
}

/** Longer than all keywords, dates and time zones. */
const MAX_SHORT_TEXT_LENGTH = 100;

/** More digits than any number that JavaScript can represent exactly. */
const MAX_NUMBER_LENGTH = 2000;

/** PostgreSQL fails to square far smaller numbers (underflow). As a coordinate, this is about the width of an atom. */
const MIN_MAGNITUDE = 1e-15;

/** Longer than the longest values of a list together. */
const MAX_LIST_TEXT_LENGTH = MAX_LIST_VALUES * MAX_NAME_LENGTH * 4;

/** NFC shortens a text at most to a quarter of its UTF-16 units (Unicode Standard Annex 15, 3). */
const MAX_NFC_SHRINK_FACTOR = 4;

/** The words for true and false, in lower case. */
export const BOOLEAN_WORDS: ReadonlyMap<string, boolean> = new Map(
  ['true', '1', 'yes', 'on', 'false', '0', 'no', 'off'].map((word, index) => [word, index < 4]),
);

/** A JSON integer, or digits for an integer that JavaScript represents exactly. */
export function toInteger(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
  const text = trimmedShortText(value, MAX_NUMBER_LENGTH);
  const number = text !== undefined && /^[+-]?\d+$/.test(text) ? Number(text) + 0 : undefined;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** A JSON number, or digits with an optional decimal point. Numbers closer to zero than {@link MIN_MAGNITUDE} become zero. */
export function toNumber(value: unknown): number | undefined {
  const text = trimmedShortText(value, MAX_NUMBER_LENGTH);
  const isDecimal = text !== undefined && /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text);
  const number = isDecimal ? Number(text) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  return Math.abs(number) < MIN_MAGNITUDE ? 0 : number;
}

export const toBoolean = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : BOOLEAN_WORDS.get(toLowerCaseWord(value) ?? '');

/** A word in lower case. */
export function toLowerCaseWord(value: unknown): string | undefined {
  const word = trimmedShortText(numberToText(value), MAX_SHORT_TEXT_LENGTH);
  return word === undefined ? undefined : nfc(word).toLowerCase();
}

export function toDateTime(value: unknown): ParsedDateTime | undefined {
  const input = typeof value === 'number' ? value : trimmedShortText(value, MAX_SHORT_TEXT_LENGTH);
  return input === undefined ? undefined : parseDateTime(input);
}

export function toDateBound(value: unknown, reference: ReferenceTime): DateBound | undefined {
  const input = typeof value === 'number' ? value : trimmedShortText(value, MAX_SHORT_TEXT_LENGTH);
  return input === undefined ? undefined : parseDateBound(input, reference);
}

export function toPeriod(value: unknown, reference: ReferenceTime): Period | undefined {
  const text = trimmedShortText(numberToText(value), MAX_SHORT_TEXT_LENGTH);
  return text === undefined ? undefined : parsePeriod(text, reference);
}

export const toTimeZone = (value: unknown): string | undefined =>
  normalizeTimeZone(trimmedShortText(value, MAX_SHORT_TEXT_LENGTH) ?? '');

/** JSON numbers count as their text. */
const numberToText = (value: unknown): unknown => (Number.isFinite(value) ? String(value) : value);

/** A text without outer blanks; undefined for a text with more UTF-16 units than `maxLength`, and for other values. */
function trimmedShortText(value: unknown, maxLength: number): string | undefined {
  const text = typeof value === 'string' ? value.trim() : undefined;
  return text !== undefined && text.length <= maxLength ? text : undefined;
}

/**
 * Reads a text, or a JSON number as its text: without outer blanks, of at most `maxLength` characters that PostgreSQL
 * can store. A text without a visible character becomes empty. A text of more than four times the length is rejected
 * without being cleaned, because cleaning it could take seconds.
 * @param maxLength maximum number of Unicode code points
 * @param clean returns the form that is stored. Default: NFC
 */
export const textParser =
  (maxLength: number, clean: (text: string) => string = nfc) =>
  (value: unknown): string | InvalidValue => {
    const input = numberToText(value);
    if (typeof input !== 'string') return new InvalidValue('validation.text');
    const trimmed = input.trim();
    const text = trimmed.length > MAX_NFC_SHRINK_FACTOR * maxLength ? trimmed : clean(trimmed).trim();
    if (!hasMaxLength(maxLength, text)) return new InvalidValue('validation.too_long', { max: maxLength });
    if (!hasVisibleCharacter(text)) return '';
    return hasForbiddenCharacters(text) ? new InvalidValue('validation.invalid_characters') : text;
  };

/**
 * Reads plain text. A text of markup alone is invalid.
 * @param clean removes markup. Default: for a text of one line
 */
export const plainTextParser = (maxLength: number, clean = cleanLine) => {
  const parse = textParser(maxLength, clean);
  return (value: unknown): string | InvalidValue => {
    const text = parse(value);
    return text === '' && hasVisibleCharacter(String(value)) ? ONLY_MARKUP : text;
  };
};

/** The result for a text of markup alone. */
export const ONLY_MARKUP = new InvalidValue('validation.only_markup');

/** Whether a text has at most `maxLength` Unicode code points. */
export function hasMaxLength(maxLength: number, text: string): boolean {
  return text.length <= maxLength || (text.length <= 2 * maxLength && [...text].length <= maxLength);
}

/**
 * Reads an `http` or `https` URL with a host. It is not normalized, because decomposed letters address another
 * resource. Blanks, carets, backticks, braces and bars after the host are percent-encoded. Undefined for any other
 * value, and for a URL with credentials, because responses would show them to everybody (RFC 9110, 4.2.4).
 */
export function toHttpUrl(value: unknown): string | undefined {
  const url = encodePath(trimmedShortText(value, MAX_URL_LENGTH) ?? '');
  if (url.length > MAX_URL_LENGTH || !url.isWellFormed()) return undefined;
  const parsed = /^[a-z]+:\/\/(?![/?#])[^\p{Z}\p{Cc}\ufeff<>"\\^`{|}]+$/iu.test(url) ? URL.parse(url) : null;
  return parsed?.username === '' && parsed.password === '' ? url : undefined;
}

/** Percent-encodes blanks and ^ ` { | } after the host of a URL. Empty for a text that does not start like a URL. */
function encodePath(text: string): string {
  const [, origin = '', path = ''] = /^(https?:\/\/[^/?#]*)([^]*)$/i.exec(text) ?? [];
  return origin + path.replace(/[\p{Z}\ufeff^`{|}]/gu, encodeURIComponent);
}

/** Reads a list, each element with `parse`. An invalid element becomes an {@link InvalidValue} in the list. */
export const listParser =
  (parse: Parser): Parser =>
  (value, reference) => {
    const elements = listElements(value);
    if (elements.length > MAX_LIST_VALUES)
      return new InvalidValue('validation.too_many_values', { max: MAX_LIST_VALUES });
    return elements.map((each) => parse(each, reference));
  };

/** The elements of an array, or the parts of a text between commas. A list with too many values is cut after one more than allowed. */
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
