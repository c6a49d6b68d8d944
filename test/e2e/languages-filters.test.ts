import { describe, expect, it } from '@jest/globals';
import { expectInvalidParameters } from '../support/expect-invalid-parameters.js';
import { KINDS, type Kind } from '../support/kinds.js';
import {
  requestInLanguage,
  readSources,
  LANGUAGE_SETS,
  findDifferences,
  flatMapParallel,
  nextInTurn,
  LANGUAGES,
  fullListPath,
  cartesianProduct,
} from '../support/languages.js';
import type { Language } from '../support/languages.js';
import { useMultilingualFixture } from '../support/multilingual-fixture.js';
import { pathAndQueryOf, readPage, followPages, type ServedPage } from '../support/records.js';

const EACH = KINDS.map((kind) => [kind.path, kind] as const);
const SETS: readonly (readonly Language[])[] = [[], ...LANGUAGE_SETS];
const FILTERS = ['ml_has_translation', 'ml_missing_translation'] as const;

/** A list of languages in all the ways of 2.2. */
const SPELLINGS: readonly ((name: string, languages: readonly Language[]) => string[])[] = [
  (name, languages) => [`${name}=${languages.join(',')}`],
  (name, languages) => [`${name}=${languages.toReversed().join('%20,%20').toUpperCase()}`],
  (name, languages) => languages.map((each) => `${name}=${each}`),
  (name, languages) => languages.map((each) => `${name}[]=${each.toUpperCase()}`),
  (name, languages) => languages.map((each, index) => `${name}[${index}]=${each}`),
  (name, languages) => [...languages, ...languages].map((each) => `${name}=${each}`),
];

describe('lists filtered by translations', () => {
  const here = useMultilingualFixture('es');

  const filters = (has: readonly Language[], missing: readonly Language[]) =>
    [...nextInTurn(SPELLINGS)(FILTERS[0], has), ...nextInTurn(SPELLINGS)(FILTERS[1], missing)].join('&');

  const idsOf = (path: Kind['path'], has: readonly Language[], missing: readonly Language[]) =>
    here.records[path]
      .filter(({ present }) => has.every((each) => present.includes(each)))
      .filter(({ present }) => !missing.some((each) => present.includes(each)))
      .map(({ id }) => id)
      .toSorted((a, b) => a - b);

  const sorted = (page: ServedPage, path: Kind['path']) => page[path].map(({ id }) => id).toSorted((a, b) => a - b);

  it.each(EACH)('3.11 %s that have all of some languages and none of others, and no more', async (path, kind) => {
    const wrong = await flatMapParallel(cartesianProduct(SETS, SETS), async ([has, missing]) => {
      const asked = nextInTurn(LANGUAGES);
      const query = filters(has, missing);
      const address = { path: fullListPath(kind, query) };
      const { status, body, headers } = await requestInLanguage<ServedPage>(
        here.calendar,
        nextInTurn(readSources(asked, 'es')),
        asked,
        address,
      );
      const ids = idsOf(path, has, missing);
      const found = { status, total: body.total, header: headers.get('X-Total'), ids: sorted(body, path) };
      return findDifferences(query, found, { status: 200, total: ids.length, header: `${ids.length}`, ids });
    });
    expect(wrong).toEqual([]);
  });

  it.each(EACH)('3.11 3.3 %s that have a translation, without fallback to another', async (path, kind) => {
    const wrong = await flatMapParallel(cartesianProduct(LANGUAGES, LANGUAGE_SETS), async ([asked, has]) => {
      const query = `${filters(has, [])}&ml_fallback=none`;
      const address = { path: fullListPath(kind, query) };
      const { body } = await requestInLanguage<ServedPage>(
        here.calendar,
        nextInTurn(readSources(asked, 'es')),
        asked,
        address,
      );
      return findDifferences(query, { ids: sorted(body, path) }, { ids: idsOf(path, [...has, asked], []) });
    });
    expect(wrong).toEqual([]);
  });

  it.each(EACH)('3.11 5.7 the addresses of lists of %s carry them', async (path, kind) => {
    for (const [has, missing] of [
      [['ca'], []],
      [[], ['ca']],
      [['es', 'ca'], []],
      [['en'], ['ca', 'es']],
    ] as const) {
      const query = filters(has, missing);
      const { body } = await readPage(here.calendar, fullListPath(kind, query));
      const again = await readPage(here.calendar, pathAndQueryOf(body.rest_url));
      expect([query, again.body]).toEqual([query, body]);
      const walked = await followPages(
        here.calendar,
        path,
        fullListPath(kind, query).replace('per_page=50', 'per_page=1'),
      );
      expect([query, walked]).toEqual([query, body[path].map(({ id }) => id)]);
      expect(walked.toSorted((a, b) => a - b)).toEqual(idsOf(path, has, missing));
    }
  });

  it.each(EACH)('3.11 2.2 lists of %s refuse what is no language, and name the parameter', async (path) => {
    for (const [name, value] of cartesianProduct(FILTERS, ['fr', 'ca-ES', 'ca,fr', 'ca;es', '*', '1'])) {
      expectInvalidParameters(await here.calendar.request('GET', `${path}?${name}=${value}`), name);
      expectInvalidParameters(await here.calendar.request('GET', `${path}?${name}[]=es&${name}[]=${value}`), name);
    }
    const both = await here.calendar.request('GET', `${path}?${FILTERS.map((name) => `${name}=fr`).join('&')}`);
    expectInvalidParameters(both, ...FILTERS);
  });

  it.each(EACH)('3.11 2.3 lists of %s take an empty filter for none', async (path, kind) => {
    for (const name of FILTERS) {
      const { body } = await readPage(here.calendar, fullListPath(kind, `${name}=`));
      expect([name, body.total]).toEqual([name, here.records[path].length]);
    }
  });
});
