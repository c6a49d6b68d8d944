import { isEmail } from 'class-validator';
import { foldedWords } from '../text/fold.js';
import { cleanLine, cleanText, removeMarkup } from '../text/plain-text.js';
import { sanitizeRichText } from '../text/rich-text.js';
import { defineField, type FieldOptions } from './field.js';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_SEARCH_WORDS,
  MAX_URL_LENGTH,
} from './limits.js';
import { InvalidValue, plainTextParser, textParser, toHttpUrl } from './parsers.js';

interface TextOptions extends FieldOptions {
  /** Unicode code points. */
  readonly maxLength?: number;
}

/**
 * Plain text: markup and control characters are removed, and line breaks and tabs become blanks.
 * @param options `pattern` is a pattern of JSON Schema that the text must match. Only markup is removed then: the pattern decides whether
 *   control characters, line breaks and tabs are valid. `isMultiline` keeps line breaks and tabs.
 */
export function TextField(
  options: TextOptions & { readonly pattern?: string; readonly isMultiline?: boolean } = {},
): PropertyDecorator {
  const { maxLength = MAX_NAME_LENGTH, pattern, required, isMultiline = false } = options;
  const schema = {
    type: 'string',
    ...(required ? { minLength: 1 } : {}),
    maxLength,
    ...(pattern === undefined ? {} : { pattern }),
  } as const;
  const cleanPlainText = isMultiline ? cleanText : cleanLine;
  const parseText = plainTextParser(maxLength, pattern === undefined ? cleanPlainText : removeMarkup);
  const regExp = new RegExp(pattern ?? '', 'u');
  const parse = (value: unknown) => textOrInvalid(parseText(value), (text) => regExp.test(text), NOT_MATCHING);
  return defineField({ parse, schema }, options);
}

const NOT_MATCHING = new InvalidValue('validation.invalid_characters');

/** The parsed text, or `invalid` if it fails the check. */
const textOrInvalid = (text: string | InvalidValue, isValid: (text: string) => boolean, invalid: InvalidValue) =>
  text instanceof InvalidValue || text === '' || isValid(text) ? text : invalid;

/** HTML, reduced to an allow-list of elements and attributes. */
export function RichTextField(options: FieldOptions = {}): PropertyDecorator {
  const clean = (html: string) => sanitizeRichText(html, 2 * MAX_DESCRIPTION_LENGTH);
  const schema = { type: 'string', maxLength: MAX_DESCRIPTION_LENGTH } as const;
  return defineField({ parse: textParser(MAX_DESCRIPTION_LENGTH, clean), schema }, options);
}

/** Text that keeps markup, such as a slug to filter by. It is trimmed and normalized to NFC. */
export function VerbatimField(options: TextOptions = {}): PropertyDecorator {
  const { maxLength = MAX_NAME_LENGTH } = options;
  return defineField({ parse: textParser(maxLength), schema: { type: 'string', maxLength } }, options);
}

/**
 * Words to search for, cleaned like a {@link TextField}. Their number is limited, because each further word makes the
 * search slower.
 */
export function SearchField(options: FieldOptions = {}): PropertyDecorator {
  const parseText = plainTextParser(MAX_NAME_LENGTH);
  const tooMany = new InvalidValue('validation.too_many_words', { max: MAX_SEARCH_WORDS });
  const parse = (value: unknown) =>
    textOrInvalid(parseText(value), (text) => foldedWords(text).length <= MAX_SEARCH_WORDS, tooMany);
  const schema = { type: 'string', maxLength: MAX_NAME_LENGTH } as const;
  return defineField({ parse, schema, sample: 'examples.search' }, options);
}

/** An `http` or `https` URL. Blanks, carets, backticks, braces and bars after the host are percent-encoded. */
export function UrlField(options: FieldOptions = {}): PropertyDecorator {
  const parse = (value: unknown) => toHttpUrl(value) ?? new InvalidValue('validation.url');
  const schema = { type: 'string', format: 'uri', maxLength: MAX_URL_LENGTH } as const;
  return defineField({ parse, schema, sample: 'https://agenda.example/' }, options);
}

/** An e-mail address. It is not normalized. A quoted local part is invalid, because it may contain markup. */
export function EmailField(options: FieldOptions = {}): PropertyDecorator {
  const parseText = textParser(MAX_EMAIL_LENGTH, (text) => text);
  const parse = (value: unknown) =>
    textOrInvalid(parseText(value), (text) => isEmail(text, EMAIL_OPTIONS), INVALID_EMAIL);
  const schema = { type: 'string', format: 'email', maxLength: MAX_EMAIL_LENGTH } as const;
  return defineField({ parse, schema, sample: 'info@agenda.example' }, options);
}

const EMAIL_OPTIONS = { blacklisted_chars: '"<>' };
const INVALID_EMAIL = new InvalidValue('validation.email');
