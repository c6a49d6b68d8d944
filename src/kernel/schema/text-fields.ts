import { isEmail } from 'class-validator';
import { foldedWords } from '../text/fold.js';
import { toPlainText } from '../text/plain-text.js';
import { sanitizeRichText } from '../text/rich-text.js';
import { toSanitizedText, toText } from './coercion.js';
import { defineField, type FieldDefinition, type FieldOptions } from './field.js';
import { isHttpUrl, rule, textRules } from './field-rules.js';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_SEARCH_WORDS,
  MAX_URL_LENGTH,
} from './limits.js';

interface TextOptions extends FieldOptions {
  /** Most characters (Unicode code points). */
  readonly maxLength?: number;
  /** What the text looks like, as a pattern of JSON Schema. */
  readonly pattern?: string;
}

/** A text that is taken as it is, except where `definition` says otherwise. */
function textField(maxLength: number, { schema, ...rest }: Partial<FieldDefinition>, options: FieldOptions) {
  const text = {
    coerce: toText(maxLength),
    rules: textRules(maxLength),
    schema: { type: 'string', ...schema, maxLength },
  };
  return defineField({ ...text, ...rest } as FieldDefinition, options);
}

/** Plain text: markup is removed. */
export function TextField(options: TextOptions = {}): PropertyDecorator {
  const { maxLength = MAX_NAME_LENGTH, pattern, required } = options;
  const schema = { ...(required ? { minLength: 1 } : {}), maxLength, ...(pattern === undefined ? {} : { pattern }) };
  const matches = new RegExp(pattern ?? '', 'u');
  const rules = [...textRules(maxLength), rule('invalid_characters', (text: string) => matches.test(text))];
  return textField(maxLength, { coerce: toSanitizedText(toPlainText, maxLength), rules, schema }, options);
}

/** Text with an allow-list of HTML. */
export function RichTextField(options: FieldOptions = {}): PropertyDecorator {
  const clean = (html: string) => sanitizeRichText(html, 2 * MAX_DESCRIPTION_LENGTH);
  return textField(MAX_DESCRIPTION_LENGTH, { coerce: toSanitizedText(clean, MAX_DESCRIPTION_LENGTH) }, options);
}

/** Text taken as it is: a search, a password. */
export function VerbatimField(options: TextOptions = {}): PropertyDecorator {
  return textField(options.maxLength ?? MAX_NAME_LENGTH, {}, options);
}

/** Words to search for. The number is limited because each word is searched in every text that has the others. */
export function SearchField(options: FieldOptions = {}): PropertyDecorator {
  const hasFewWords = (text: string) => foldedWords(text).length <= MAX_SEARCH_WORDS;
  const rules = [...textRules(MAX_NAME_LENGTH), rule('too_many_words', hasFewWords, { max: MAX_SEARCH_WORDS })];
  return textField(MAX_NAME_LENGTH, { rules, sample: 'examples.search' }, options);
}

/** An address on the web, `http` or `https`. */
export function UrlField(options: FieldOptions = {}): PropertyDecorator {
  const definition = { rules: [rule('url', isHttpUrl)], schema: { format: 'uri' }, sample: 'https://agenda.example/' };
  return textField(MAX_URL_LENGTH, definition, options);
}

/** An e-mail address. */
export function EmailField(options: FieldOptions = {}): PropertyDecorator {
  const rules = [...textRules(MAX_EMAIL_LENGTH), rule('email', (text: string) => isEmail(text))];
  return textField(MAX_EMAIL_LENGTH, { rules, schema: { format: 'email' }, sample: 'info@agenda.example' }, options);
}
