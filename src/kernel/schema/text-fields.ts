import { IsString, Matches } from 'class-validator';
import { foldedWords } from '../text/fold.js';
import { toPlainText } from '../text/plain-text.js';
import { sanitizeRichText } from '../text/rich-text.js';
import * as coercion from './coercion.js';
import { message } from './field-message.js';
import { field, type FieldOptions } from './field.js';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_URL_LENGTH,
  MAX_SEARCH_WORDS,
} from './limits.js';
import { HasMaxLength, HasNoForbiddenCharacters, IsEmailAddress, IsHttpUrl, validator } from './validators.js';

interface TextOptions extends FieldOptions {
  /** Most characters (Unicode code points). */
  readonly maxLength?: number;
  /** What the text looks like, as a pattern of JSON Schema. */
  readonly pattern?: string;
}

/** The first of several that fail is reported, so the type comes first. */
const textValidators = (maxLength: number) => [
  IsString(message('text')),
  HasMaxLength(maxLength, message('too_long', { max: maxLength })),
  HasNoForbiddenCharacters(message('invalid_characters')),
];

/** Plain text: markup is removed. */
export function TextField(options: TextOptions = {}): PropertyDecorator {
  const { maxLength = MAX_NAME_LENGTH, pattern } = options;
  const coerce = toSanitizedText(toPlainText, maxLength);
  const minLengthSchema = options.required ? { minLength: 1 } : {};
  const validators = [
    ...textValidators(maxLength),
    ...(pattern === undefined ? [] : [Matches(new RegExp(pattern, 'u'), message('invalid_characters'))]),
  ];
  const patternSchema = pattern === undefined ? {} : { pattern };
  return field(
    { coerce, validators, schema: { type: 'string', ...minLengthSchema, maxLength, ...patternSchema } },
    options,
  );
}

/** Text with an allow-list of HTML. */
export function RichTextField(options: FieldOptions = {}): PropertyDecorator {
  const coerce = toSanitizedText((html) => sanitizeRichText(html, 2 * MAX_DESCRIPTION_LENGTH), MAX_DESCRIPTION_LENGTH);
  const schema = { type: 'string', maxLength: MAX_DESCRIPTION_LENGTH } as const;
  return field({ coerce, validators: textValidators(MAX_DESCRIPTION_LENGTH), schema }, options);
}

/** Text taken as it is: a search, a password. */
export function VerbatimField(options: TextOptions = {}): PropertyDecorator {
  const { maxLength = MAX_NAME_LENGTH } = options;
  return field(
    {
      coerce: coercion.toText(maxLength),
      validators: textValidators(maxLength),
      schema: { type: 'string', maxLength },
    },
    options,
  );
}

/** Words to look for. Each one more is looked for in every text that has the others. */
export function SearchField(options: FieldOptions = {}): PropertyDecorator {
  const hasMaxWords = (value: unknown) => typeof value === 'string' && foldedWords(value).length <= MAX_SEARCH_WORDS;
  const validators = [
    ...textValidators(MAX_NAME_LENGTH),
    validator('hasMaxWords', message('too_many_words', { max: MAX_SEARCH_WORDS }), hasMaxWords),
  ];
  const schema = { type: 'string', maxLength: MAX_NAME_LENGTH } as const;
  return field({ coerce: coercion.toText(MAX_NAME_LENGTH), validators, schema, sample: 'examples.search' }, options);
}

/** An address on the web, `http` or `https`. */
export function UrlField(options: FieldOptions = {}): PropertyDecorator {
  const validators = [IsHttpUrl(message('url'))];
  return field(
    {
      coerce: coercion.toText(MAX_URL_LENGTH),
      validators,
      schema: { type: 'string', format: 'uri', maxLength: MAX_URL_LENGTH },
      sample: 'https://agenda.example/',
    },
    options,
  );
}

/** An e-mail address. */
export function EmailField(options: FieldOptions = {}): PropertyDecorator {
  const validators = [...textValidators(MAX_EMAIL_LENGTH), IsEmailAddress(message('email'))];
  return field(
    {
      coerce: coercion.toText(MAX_EMAIL_LENGTH),
      validators,
      schema: { type: 'string', format: 'email', maxLength: MAX_EMAIL_LENGTH },
      sample: 'info@agenda.example',
    },
    options,
  );
}

/** Coercion that cleans a text. Too long a one is left for the validators: cleaning it first would be wasted. */
export const toSanitizedText = (clean: (value: string) => string, maxLength: number): coercion.TimelessCoercion => {
  const toText = coercion.toText(maxLength);
  return (value) => {
    const text = toText(value);
    if (typeof text !== 'string' || text.length > 2 * maxLength) return text;
    const cleaned = clean(text);
    return INVISIBLE.test(cleaned) ? '' : cleaned;
  };
};

/** Nothing that a reader would see: blanks, joiners, direction marks. */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;
