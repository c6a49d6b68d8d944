import { defineField, type FieldOptions } from '../kernel/schema/field.js';
import { InvalidValue, textParser } from '../kernel/schema/parsers.js';

/** Maximum length of a password in Unicode code points. */
const MAX_PASSWORD_LENGTH = 200;

const SAMPLE_PASSWORD = 'Sesam';
const PASSWORD_SCHEMA = { type: 'string', format: 'password', maxLength: MAX_PASSWORD_LENGTH } as const;

/** Password of an event. It is normalized to NFC and trimmed, so that it matches however it is typed. */
export function PasswordField(options: FieldOptions = {}): PropertyDecorator {
  return defineField({ parse: parsePassword, schema: PASSWORD_SCHEMA, sample: SAMPLE_PASSWORD }, options);
}

/** Password of an event in a header: percent-encoded UTF-8, because headers are ASCII. */
export function PasswordHeaderField(options: FieldOptions = {}): PropertyDecorator {
  const parse = (value: unknown) => {
    const text = percentDecode(value);
    return text === undefined ? new InvalidValue('validation.invalid_characters') : parsePassword(text);
  };
  return defineField({ parse, schema: PASSWORD_SCHEMA, sample: SAMPLE_PASSWORD }, { ...options, isHeader: true });
}

const parsePasswordText = textParser(MAX_PASSWORD_LENGTH);

/** A text of invisible characters is invalid: read as an empty text, it would remove the password. */
function parsePassword(value: unknown): string | InvalidValue {
  const text = parsePasswordText(value);
  return text === '' ? new InvalidValue('validation.password') : text;
}

/** Decodes a header. Bytes that a client did not encode are taken as they are. */
function percentDecode(value: unknown): string | undefined {
  const encoded = String(value).replace(
    /[^\x21-\x7e]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
