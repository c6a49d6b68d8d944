import { IsString, Matches } from 'class-validator';
import { foldedWords } from '../text/fold.js';
import { plainText } from '../text/plain-text.js';
import { richText } from '../text/rich-text.js';
import * as coercion from './coercion.js';
import { message } from './field-message.js';
import { field, type FieldOptions } from './field.js';
import { LONGEST_DESCRIPTION, LONGEST_EMAIL, LONGEST_NAME, LONGEST_URL, MOST_WORDS } from './limits.js';
import { HasAtMost, HasNoForbiddenCharacters, IsEmailAddress, IsHttpUrl, validator } from './validators.js';

interface TextOptions extends FieldOptions {
  /** Most characters (Unicode code points). */
  readonly maxLength?: number;
  /** What the text looks like, as a pattern of JSON Schema. */
  readonly pattern?: string;
}

/** The first of several that fail is reported, so the type comes first. */
const text = (maxLength: number) => [
  IsString(message('text')),
  HasAtMost(maxLength, message('too_long', { most: maxLength })),
  HasNoForbiddenCharacters(message('characters')),
];

/** Plain text: markup is removed. */
export function TextField(options: TextOptions = {}): PropertyDecorator {
  const { maxLength = LONGEST_NAME, pattern } = options;
  const coerce = sanitized(plainText, maxLength);
  const least = options.required ? { minLength: 1 } : {};
  const validators = [
    ...text(maxLength),
    ...(pattern === undefined ? [] : [Matches(new RegExp(pattern, 'u'), message('characters'))]),
  ];
  const looks = pattern === undefined ? {} : { pattern };
  return field({ coerce, validators, schema: { type: 'string', ...least, maxLength, ...looks } }, options);
}

/** Text with an allow-list of HTML. */
export function RichTextField(options: FieldOptions = {}): PropertyDecorator {
  const coerce = sanitized((html) => richText(html, 2 * LONGEST_DESCRIPTION), LONGEST_DESCRIPTION);
  const schema = { type: 'string', maxLength: LONGEST_DESCRIPTION } as const;
  return field({ coerce, validators: text(LONGEST_DESCRIPTION), schema }, options);
}

/** Text taken as it is: a search, a password. */
export function VerbatimField(options: TextOptions = {}): PropertyDecorator {
  const { maxLength = LONGEST_NAME } = options;
  return field(
    { coerce: coercion.toText(maxLength), validators: text(maxLength), schema: { type: 'string', maxLength } },
    options,
  );
}

/** Words to look for. Each one more is looked for in every text that has the others. */
export function SearchField(options: FieldOptions = {}): PropertyDecorator {
  const hasFewWords = (value: unknown) => typeof value === 'string' && foldedWords(value).length <= MOST_WORDS;
  const validators = [
    ...text(LONGEST_NAME),
    validator('hasFewWords', message('too_many_words', { most: MOST_WORDS }), hasFewWords),
  ];
  const schema = { type: 'string', maxLength: LONGEST_NAME } as const;
  return field({ coerce: coercion.toText(LONGEST_NAME), validators, schema, sample: 'examples.search' }, options);
}

/** An address on the web, `http` or `https`. */
export function UrlField(options: FieldOptions = {}): PropertyDecorator {
  const validators = [IsHttpUrl(message('url'))];
  return field(
    {
      coerce: coercion.toText(LONGEST_URL),
      validators,
      schema: { type: 'string', format: 'uri', maxLength: LONGEST_URL },
      sample: 'https://agenda.example/',
    },
    options,
  );
}

/** An e-mail address. */
export function EmailField(options: FieldOptions = {}): PropertyDecorator {
  const validators = [...text(LONGEST_EMAIL), IsEmailAddress(message('email'))];
  return field(
    {
      coerce: coercion.toText(LONGEST_EMAIL),
      validators,
      schema: { type: 'string', format: 'email', maxLength: LONGEST_EMAIL },
      sample: 'info@agenda.example',
    },
    options,
  );
}

/** Coercion that cleans a text. Too long a one is left for the validators: cleaning it first would be wasted. */
export const sanitized = (clean: (value: string) => string, maxLength: number): coercion.TimelessCoercion => {
  const toText = coercion.toText(maxLength);
  return (value) => {
    const given = toText(value);
    if (typeof given !== 'string' || given.length > 2 * maxLength) return given;
    const cleaned = clean(given);
    return INVISIBLE.test(cleaned) ? '' : cleaned;
  };
};

/** Nothing that a reader would see: blanks, joiners, direction marks. */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;
