import { describe, expect, it } from '@jest/globals';
import { KINDS, type Kind } from '../support/records/kinds.js';
import {
  requestInLanguage,
  readSources,
  findDifferences,
  flatMapParallel,
  nextInTurn,
  LANGUAGES,
  fullListPath,
  cartesianProduct,
  servedLanguage,
} from '../support/languages/languages.js';
import type { Language } from '../support/languages/languages.js';
import { DEFAULT_LANGUAGES, useMultilingualFixture } from '../support/languages/multilingual-fixture.js';
import type { ServedPage } from '../support/records/records.js';
import { TEXTS_BY_LANGUAGE, type PerKind } from '../support/languages/translated-records.js';

const EACH = KINDS.map((kind) => [kind.path, kind] as const);
const FALLBACKS = ['record', 'none'] as const;
const TEXTS = ['heading', 'description', 'excerpt', 'slug'] as const;
type Text = (typeof TEXTS)[number];

/** Texts that a search covers (7.6, 7.10, 7.11). */
const SEARCHED: PerKind<readonly Text[]> = {
  events: ['heading', 'description', 'excerpt'],
  venues: ['heading', 'description'],
  organizers: ['heading', 'description'],
  categories: ['heading', 'slug'],
  tags: ['heading', 'slug'],
};

/** Spellings of a search word: unchanged, in upper case, as a part, without accents. */
const SPELLINGS: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => word.toUpperCase(),
  (word) => word.slice(1, -1),
  (word) => word.normalize('NFD').replace(/\p{Mark}/gu, ''),
];

describe.each(DEFAULT_LANGUAGES)('Search with DEFAULT_LANGUAGE=%s', (byDefault) => {
  const here = useMultilingualFixture(byDefault);

  /** Ids of the records that are served in `language` if the client requests `asked`. */
  const shownIn = ({ path }: Kind, language: Language, asked: Language, fallback: string): number[] =>
    here.records[path]
      .filter(({ present }) => servedLanguage(asked, present, byDefault) === language)
      .filter(() => fallback === 'record' || language === asked)
      .map(({ id }) => id)
      .toSorted((a, b) => a - b);

  /** Differences between the result of a search and the expected ids. */
  async function missearched(kind: Kind, words: string, asked: Language, fallback: string, ids: readonly number[]) {
    const path = fullListPath(kind, `search=${encodeURIComponent(words)}&ml_fallback=${fallback}`);
    const { status, body } = await requestInLanguage<ServedPage>(
      here.calendar,
      nextInTurn(readSources(asked, byDefault)),
      asked,
      { path },
    );
    const found = { status, total: body.total, ids: body[kind.path].map(({ id }) => id).toSorted((a, b) => a - b) };
    const what = `${kind.path}?search=${words} in ${asked}, fallback ${fallback}`;
    return findDifferences(what, found, { status: 200, total: ids.length, ids });
  }

  it.each(EACH)(
    'a word finds exactly the %s that have it in a searched field of the served text (3.5, 3.3)',
    async (path, kind) => {
      const wrong = await flatMapParallel(
        cartesianProduct(cartesianProduct(LANGUAGES, TEXTS), cartesianProduct(LANGUAGES, FALLBACKS)),
        ([word, reading]) => {
          const [[language, text], [asked, fallback]] = [word, reading];
          const isSearched = SEARCHED[path].includes(text);
          const ids = isSearched ? shownIn(kind, language, asked, fallback) : [];
          return missearched(kind, nextInTurn(SPELLINGS)(TEXTS_BY_LANGUAGE[language][text]), asked, fallback, ids);
        },
      );
      expect(wrong).toEqual([]);
    },
  );

  it.each(EACH.filter(([, { isPublishable: isPublished }]) => isPublished))(
    'two words find %s if both are in the served language, but not across languages (3.5, 7.6, 7.10)',
    async (_path, kind) => {
      const wrong = await flatMapParallel(
        cartesianProduct(cartesianProduct(LANGUAGES, LANGUAGES), cartesianProduct(LANGUAGES, FALLBACKS)),
        (each) => {
          const [[one, other], [asked, fallback]] = each;
          const words = `${TEXTS_BY_LANGUAGE[one].heading} ${TEXTS_BY_LANGUAGE[other].description}`;
          return missearched(kind, words, asked, fallback, one === other ? shownIn(kind, one, asked, fallback) : []);
        },
      );
      expect(wrong).toEqual([]);
    },
  );
});
