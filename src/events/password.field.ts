import { INVALID_VALUE, toText } from '../kernel/schema/coercion.js';
import { defineField, type FieldOptions } from '../kernel/schema/field.js';
import { isParsed, rule, textRules } from '../kernel/schema/field-rules.js';

/** Most characters (Unicode code points) of a password. */
const MAX_PASSWORD_LENGTH = 200;

const rules = [...textRules(MAX_PASSWORD_LENGTH), rule('password', (text: string) => text.trim() !== '')];
const SAMPLE_PASSWORD = 'Sesam';
const PASSWORD_SCHEMA = { type: 'string', format: 'password', maxLength: MAX_PASSWORD_LENGTH } as const;

/** The password of an event: a text in NFC without outer blanks, so that however it is typed it is the same. */
export function PasswordField(options: FieldOptions = {}): PropertyDecorator {
  return defineField({ coerce: toPassword, rules, schema: PASSWORD_SCHEMA, sample: SAMPLE_PASSWORD }, options);
}

/** The same in a header: percent-encoded UTF-8, as headers hold nothing but ASCII. */
export function PasswordHeaderField(options: FieldOptions = {}): PropertyDecorator {
  const coerce = (value: unknown) => toPassword(percentDecode(value));
  return defineField(
    {
      coerce,
      rules: [rule('invalid_characters', isParsed), ...rules],
      schema: PASSWORD_SCHEMA,
      sample: SAMPLE_PASSWORD,
    },
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
    return INVALID_VALUE;
  }
}
