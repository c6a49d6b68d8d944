import { slugify } from '../../../src/kernel/text/slugify.js';
import { fold } from '../../../src/kernel/text/fold.js';
import { SYNTHETIC_LANGUAGES, type SyntheticLanguage } from './vocabulary.js';

/** Language sets, with their share of all records in twentieths. */
const LANGUAGE_SET_SHARES: readonly (readonly [count: number, languages: readonly SyntheticLanguage[]])[] = [
  [12, ['ca', 'en', 'es']],
  [3, ['ca', 'es']],
  [2, ['ca']],
  [1, ['ca', 'en']],
  [1, ['en', 'es']],
  [1, ['en']],
];

/** Language sets by index, `0` to `19`, in proportion to their share. */
export const LANGUAGE_SETS: readonly (readonly SyntheticLanguage[])[] = LANGUAGE_SET_SHARES.flatMap(
  ([count, languages]) => Array.from({ length: count }, () => languages),
);

/** A name and its slug in one language. */
export interface SyntheticName {
  readonly language: SyntheticLanguage;
  readonly name: string;
  readonly slug: string;
}

/** A text in its displayed and its searchable form. */
export interface Phrase {
  readonly language: SyntheticLanguage;
  readonly position: number;
  readonly shown: string;
  readonly folded: string;
  readonly slug: string;
}

/** Names of the record at `position` of its kind, in the languages of its language set. */
export function namesOf(
  position: number,
  name: (language: SyntheticLanguage) => string,
  slug: (name: string) => string = slugify,
): SyntheticName[] {
  const languages = LANGUAGE_SETS[(position * 7) % LANGUAGE_SETS.length] ?? SYNTHETIC_LANGUAGES;
  return languages.map((language) => ({
    language,
    name: name(language),
    slug: slug(name(language)),
  }));
}

/** Phrases in each language, numbered from 0. */
export function phrasesOf(texts: (language: SyntheticLanguage) => readonly string[]): Phrase[] {
  return SYNTHETIC_LANGUAGES.flatMap((language) =>
    texts(language).map((shown, position) => ({
      language,
      position,
      shown,
      folded: fold(shown),
      slug: slugify(shown),
    })),
  );
}
