import { IsString } from 'class-validator';
import { INVALID, toText } from '../kernel/schema/coercion.js';
import { field, type FieldOptions } from '../kernel/schema/field.js';
import { message } from '../kernel/schema/field-message.js';
import { HasMaxLength, HasNoForbiddenCharacters, validator } from '../kernel/schema/validators.js';

/** Most characters (Unicode code points) of a password. */
const MAX_PASSWORD_LENGTH = 200;

const validators = [
  IsString(message('text')),
  validator('isNotBlank', message('password'), (value) => typeof value === 'string' && value.trim() !== ''),
  HasMaxLength(MAX_PASSWORD_LENGTH, message('too_long', { max: MAX_PASSWORD_LENGTH })),
  HasNoForbiddenCharacters(message('invalid_characters')),
];
const SAMPLE = 'Sesam';
const schema = { type: 'string', format: 'password', maxLength: MAX_PASSWORD_LENGTH } as const;

/** The password of an event: a text in NFC without outer blanks, so that however it is typed it is the same. */
export function PasswordField(options: FieldOptions = {}): PropertyDecorator {
  return field({ coerce: toPassword, validators, schema, sample: SAMPLE }, options);
}

/** The same in a header: percent-encoded UTF-8, as headers hold nothing but ASCII. */
export function PasswordHeaderField(options: FieldOptions = {}): PropertyDecorator {
  const coerce = (value: unknown) => toPassword(percentDecode(value));
  const isDecoded = validator('isDecoded', message('invalid_characters'), (value) => value !== INVALID);
  return field(
    { coerce, validators: [isDecoded, ...validators], schema, sample: SAMPLE },
    { ...options, isHeader: true },
  );
}

const toPasswordText = toText(MAX_PASSWORD_LENGTH);

/** Blanks alone are no password, and do not take one away. */
function toPassword(value: unknown): unknown {
  const text = toPasswordText(value);
  return text === '' ? value : text;
}

/** Bytes that are not encoded stand for themselves. */
function percentDecode(value: unknown): unknown {
  const encoded = String(value).replace(
    /[^\x21-\x7e]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  try {
    return decodeURIComponent(encoded);
  } catch {
    return INVALID;
  }
}
