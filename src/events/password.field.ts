import { IsString } from 'class-validator';
import { REFUSED, toText } from '../kernel/schema/coercion.js';
import { field, type FieldOptions } from '../kernel/schema/field.js';
import { message } from '../kernel/schema/field-message.js';
import { HasAtMost, HasNoForbiddenCharacters, validator } from '../kernel/schema/validators.js';

/** Most characters (Unicode code points) of a password. */
const LONGEST_PASSWORD = 200;

/** The header that brings the password of an event. */
export const PASSWORD_HEADER = 'X-Event-Password';

const validators = [
  IsString(message('text')),
  validator('isNotBlank', message('password'), (value) => typeof value === 'string' && value.trim() !== ''),
  HasAtMost(LONGEST_PASSWORD, message('too_long', { most: LONGEST_PASSWORD })),
  HasNoForbiddenCharacters(message('characters')),
];
const SAMPLE = 'Sesam';
const schema = { type: 'string', format: 'password', maxLength: LONGEST_PASSWORD } as const;

/** The password of an event: a text in NFC without outer blanks, so that however it is typed it is the same. */
export function PasswordField(options: FieldOptions = {}): PropertyDecorator {
  return field({ coerce: toPassword, validators, schema, sample: SAMPLE }, options);
}

/** The same in a header: percent-encoded UTF-8, as headers hold nothing but ASCII. */
export function PasswordHeaderField(options: FieldOptions = {}): PropertyDecorator {
  const coerce = (value: unknown) => toPassword(percentDecoded(value));
  const isDecoded = validator('isDecoded', message('characters'), (value) => value !== REFUSED);
  return field(
    { coerce, validators: [isDecoded, ...validators], schema, sample: SAMPLE },
    { ...options, header: true },
  );
}

const toShortText = toText(LONGEST_PASSWORD);

/** Blanks alone are no password, and do not take one away. */
function toPassword(value: unknown): unknown {
  const text = toShortText(value);
  return text === '' ? value : text;
}

/** Bytes that are not encoded stand for themselves. */
function percentDecoded(value: unknown): unknown {
  const encoded = String(value).replace(
    /[^\x21-\x7e]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  try {
    return decodeURIComponent(encoded);
  } catch {
    return REFUSED;
  }
}
