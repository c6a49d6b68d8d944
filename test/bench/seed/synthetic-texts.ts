import { slugify } from '../../../src/kernel/text/slugify.js';
import { fold } from '../../../src/kernel/text/fold.js';
import { SYNTHETIC_LANGUAGES, type SyntheticLanguage } from './vocabulary.js';

/** The languages that a record has, in twentieths of all records. */
const SETS: readonly (readonly [count: number, languages: readonly SyntheticLanguage[]])[] = [
  [12, ['ca', 'en', 'es']],
  [3, ['ca', 'es']],
  [2, ['ca']],
  [1, ['ca', 'en']],
  [1, ['en', 'es']],
  [1, ['en']],
];

/** The languages of a record by lot, `0` to `19`. */
export const LANGUAGE_SETS: readonly (readonly SyntheticLanguage[])[] = SETS.flatMap(([count, languages]) =>
  Array.from({ length: count }, () => languages),
);

/** A name in one language, with all that is stored of it. */
export interface SyntheticName {
  readonly language: SyntheticLanguage;
  readonly name: string;
  readonly slug: string;
}

/** A text as it is shown and as it is searched. */
export interface Phrase {
  readonly language: SyntheticLanguage;
  readonly position: number;
  readonly shown: string;
  readonly folded: string;
  readonly slug: string;
}

/** The names of the `position`-th record of a kind, in the languages that fall to it. */
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

/** Phrases of each language, numbered from 0. */
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
