import { INVALID_VALUE, toText } from '../kernel/schema/coercion.js';
import { defineField, type FieldOptions } from '../kernel/schema/field.js';
import { isParsed, rule, textRules } from '../kernel/schema/field-rules.js';

/** Maximum length of a password in Unicode code points. */
const MAX_PASSWORD_LENGTH = 200;

const rules = [...textRules(MAX_PASSWORD_LENGTH), rule('password', (text: string) => text.trim() !== '')];
const SAMPLE_PASSWORD = 'Sesam';
const PASSWORD_SCHEMA = { type: 'string', format: 'password', maxLength: MAX_PASSWORD_LENGTH } as const;

/** Password of an event. It is normalized to NFC and trimmed, so that it matches however it is typed. */
export function PasswordField(options: FieldOptions = {}): PropertyDecorator {
  return defineField({ coerce: toPassword, rules, schema: PASSWORD_SCHEMA, sample: SAMPLE_PASSWORD }, options);
}

/** Password of an event in a header: percent-encoded UTF-8, because headers are ASCII. */
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

/** Keeps a text of blanks, so that it is invalid. An empty text would remove the password. */
function toPassword(value: unknown): unknown {
  const text = toPasswordText(value);
  return text === '' ? value : text;
}

/** Decodes a header. Bytes that a client did not encode are taken as they are. */
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
