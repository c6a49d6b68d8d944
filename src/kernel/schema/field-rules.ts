import type { Message } from '../language/message.js';
import { hasForbiddenCharacters } from '../text/plain-text.js';
import { INVALID_VALUE } from './coercion.js';
import { MAX_LIST_VALUES, MAX_URL_LENGTH } from './limits.js';

/** What a value of a field must meet, and the message if it does not. */
export interface FieldRule {
  readonly message: Message;
  readonly isMet: (value: never) => boolean;
}

/**
 * A rule of a field. Rules apply in order and the first that fails is reported, so that each may rely on those before it.
 * @param key key of the message below `validation`
 * @param args values of the placeholders of the message
 */
export const rule = (key: string, isMet: FieldRule['isMet'], args?: Message['args']): FieldRule => ({
  message: { key: `validation.${key}`, args },
  isMet,
});

/** The message of the first rule that a value does not meet. */
export function brokenRule(rules: readonly FieldRule[], value: unknown): Message | undefined {
  for (const { isMet, message } of rules) if (!isMet(value as never)) return message;
  return undefined;
}

/** Rules of a list, of which every element must meet `rules`. */
export const listRules = (rules: readonly FieldRule[]): FieldRule[] => [
  rule('too_many_values', ({ length }: unknown[]) => length <= MAX_LIST_VALUES, { max: MAX_LIST_VALUES }),
  ...rules.map(({ message, isMet }) => ({ message, isMet: (list: unknown[]) => list.every(isMet as () => boolean) })),
];

export const oneOf = (values: readonly string[]): FieldRule =>
  rule('one_of', (value: string) => values.includes(value), { values: values.join(', ') });

/** For fields whose coercion leaves nothing but values and {@link INVALID_VALUE}. */
export const isParsed = (value: unknown): boolean => value !== INVALID_VALUE;

/** Rules of every text: its length in Unicode code points, and characters that PostgreSQL can store. */
export const textRules = (maxLength: number): FieldRule[] => [
  rule('text', (value: unknown) => typeof value === 'string'),
  rule('too_long', (text: string) => hasMaxLength(maxLength, text), { max: maxLength }),
  rule('invalid_characters', (text: string) => !hasForbiddenCharacters(text)),
];

/**
 * Whether a text has at most so many Unicode code points. A text of more than twice as many UTF-16 units always has too many, so that
 * coercion need not clean it.
 */
export function hasMaxLength(maxLength: number, value: string): boolean {
  return value.length <= maxLength || (value.length <= 2 * maxLength && [...value].length <= maxLength);
}

/** An id that a record could have. */
export const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/**
 * An `http` or `https` URL with a host, of at most 2,000 characters, without blanks or control characters. Credentials in a URL would be
 * served to everybody; RFC 9110, 4.2.4, has them treated as an error.
 */
export function isHttpUrl(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_URL_LENGTH || hasForbiddenCharacters(value)) return false;
  const url = /^https?:\/\/[^\s\p{Cc}<>"\\^`{|}/?#][^\s\p{Cc}<>"\\^`{|}]*$/iu.test(value) ? URL.parse(value) : null;
  return url !== null && url.username === '' && url.password === '';
}
