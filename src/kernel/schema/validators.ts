import { ValidateBy, buildMessage, isEmail, type ValidationOptions } from 'class-validator';
import { hasForbiddenCharacters } from '../text/plain-text.js';
import { normalizeTimeZone } from '../time/time-zone.js';
import { INVALID } from './coercion.js';
import { MAX_URL_LENGTH } from './limits.js';

/** A validator of our own by its name, for class-validator. */
export const validator = (name: string, options: ValidationOptions, validate: (value: unknown) => boolean) =>
  ValidateBy({ name, validator: { validate, defaultMessage: buildMessage(() => name) } }, options);

/** No U+0000, which PostgreSQL cannot store, and no lone surrogate, which UTF-8 cannot. */
export const HasNoForbiddenCharacters = (options: ValidationOptions) =>
  validator(
    'hasNoForbiddenCharacters',
    options,
    (value) => typeof value === 'string' && !hasForbiddenCharacters(value),
  );

/**
 * An `http` or `https` URL with a host, of at most 2,000 characters, without blanks or control characters. Credentials in
 * it would be served to everybody; RFC 9110, 4.2.4, has them treated as an error.
 */
export function isHttpUrl(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_URL_LENGTH || hasForbiddenCharacters(value)) return false;
  const url = /^https?:\/\/[^\s\p{Cc}<>"\\^`{|}/?#][^\s\p{Cc}<>"\\^`{|}]*$/iu.test(value) ? URL.parse(value) : null;
  return url !== null && url.username === '' && url.password === '';
}

export const IsHttpUrl = (options: ValidationOptions) => validator('isHttpUrl', options, isHttpUrl);

/** An e-mail address. class-validator's own check throws an error on half of a surrogate pair. */
export const IsEmailAddress = (options: ValidationOptions) =>
  validator(
    'isEmailAddress',
    options,
    (value) => typeof value === 'string' && !hasForbiddenCharacters(value) && isEmail(value),
  );

/**
 * At most so many characters, counted as Unicode code points. A text of more than twice as many UTF-16 units always has
 * too many, which is what makes it right not to clean such a text.
 */
export const HasMaxLength = (maxLength: number, options: ValidationOptions) =>
  validator('hasMaxLength', options, (value) => typeof value === 'string' && hasMaxLength(maxLength, value));

/** See {@link HasMaxLength}. */
export function hasMaxLength(maxLength: number, value: string): boolean {
  return value.length <= maxLength || (value.length <= 2 * maxLength && [...value].length <= maxLength);
}

/** An id that a record could have. */
export const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

/** The field was read into a `ImageInput`. */
export const IsImage = (options: ValidationOptions) => validator('isImage', options, (value) => value !== INVALID);

/** The field was read into a `ParsedDateTime`: coercion leaves nothing but those and {@link INVALID}. */
export const IsDateTime = (options: ValidationOptions) =>
  validator('isDateTime', options, (value) => value !== INVALID);

export const IsTimeZone = (options: ValidationOptions) =>
  validator('isTimeZone', options, (value) => typeof value === 'string' && normalizeTimeZone(value) === value);

/** A JSON value of at most so many bytes, that PostgreSQL can store. */
export const IsStorableJson = (maxBytes: number, options: ValidationOptions) =>
  validator(
    'isSmallJson',
    options,
    (value) => Buffer.byteLength(JSON.stringify(value)) <= maxBytes && leavesOf(value).every(isStorable),
  );

/** A number too large for JavaScript would be stored as null. */
const isStorable = (leaf: string | number) =>
  typeof leaf === 'number' ? Number.isFinite(leaf) : !hasForbiddenCharacters(leaf);

function leavesOf(value: unknown): (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...leavesOf(member)]);
}
