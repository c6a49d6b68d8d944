import { describe, expect, it } from '@jest/globals';
import { expectRefused } from '../support/expect-refused.js';
import { KINDS, type Kind } from '../support/kinds.js';
import {
  ask,
  asking,
  COMBINATIONS,
  differences,
  gather,
  inTurn,
  LANGUAGES,
  listOf,
  pairs,
} from '../support/languages.js';
import type { Language } from '../support/languages.js';
import { multilingualScene } from '../support/multilingual-scene.js';
import { behindOrigin, readPage, walk, type ServedPage } from '../support/records.js';

const EACH = KINDS.map((kind) => [kind.path, kind] as const);
const SETS: readonly (readonly Language[])[] = [[], ...COMBINATIONS];
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
  const here = multilingualScene('es');

  const filters = (has: readonly Language[], missing: readonly Language[]) =>
    [...inTurn(SPELLINGS)(FILTERS[0], has), ...inTurn(SPELLINGS)(FILTERS[1], missing)].join('&');

  const idsOf = (path: Kind['path'], has: readonly Language[], missing: readonly Language[]) =>
    here.records[path]
      .filter(({ present }) => has.every((each) => present.includes(each)))
      .filter(({ present }) => !missing.some((each) => present.includes(each)))
      .map(({ id }) => id)
      .toSorted((a, b) => a - b);

  const sorted = (page: ServedPage, path: Kind['path']) => page[path].map(({ id }) => id).toSorted((a, b) => a - b);

  it.each(EACH)('3.11 %s that have all of some languages and none of others, and no more', async (path, kind) => {
    const wrong = await gather(pairs(SETS, SETS), async ([has, missing]) => {
      const asked = inTurn(LANGUAGES);
      const query = filters(has, missing);
      const address = { path: listOf(kind, query) };
      const { status, body, headers } = await ask<ServedPage>(
        here.calendar,
        inTurn(asking(asked, 'es')),
        asked,
        address,
      );
      const ids = idsOf(path, has, missing);
      const found = { status, total: body.total, header: headers.get('X-Total'), ids: sorted(body, path) };
      return differences(query, found, { status: 200, total: ids.length, header: `${ids.length}`, ids });
    });
    expect(wrong).toEqual([]);
  });

  it.each(EACH)('3.11 3.3 %s that have a translation, without fallback to another', async (path, kind) => {
    const wrong = await gather(pairs(LANGUAGES, COMBINATIONS), async ([asked, has]) => {
      const query = `${filters(has, [])}&ml_fallback=none`;
      const address = { path: listOf(kind, query) };
      const { body } = await ask<ServedPage>(here.calendar, inTurn(asking(asked, 'es')), asked, address);
      return differences(query, { ids: sorted(body, path) }, { ids: idsOf(path, [...has, asked], []) });
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
      const { body } = await readPage(here.calendar, listOf(kind, query));
      const again = await readPage(here.calendar, behindOrigin(body.rest_url));
      expect([query, again.body]).toEqual([query, body]);
      const walked = await walk(here.calendar, path, listOf(kind, query).replace('per_page=50', 'per_page=1'));
      expect([query, walked]).toEqual([query, body[path].map(({ id }) => id)]);
      expect(walked.toSorted((a, b) => a - b)).toEqual(idsOf(path, has, missing));
    }
  });

  it.each(EACH)('3.11 2.2 lists of %s refuse what is no language, and name the parameter', async (path) => {
    for (const [name, value] of pairs(FILTERS, ['fr', 'ca-ES', 'ca,fr', 'ca;es', '*', '1'])) {
      expectRefused(await here.calendar.request('GET', `${path}?${name}=${value}`), name);
      expectRefused(await here.calendar.request('GET', `${path}?${name}[]=es&${name}[]=${value}`), name);
    }
    const both = await here.calendar.request('GET', `${path}?${FILTERS.map((name) => `${name}=fr`).join('&')}`);
    expectRefused(both, ...FILTERS);
  });

  it.each(EACH)('3.11 2.3 lists of %s take an empty filter for none', async (path, kind) => {
    for (const name of FILTERS) {
      const { body } = await readPage(here.calendar, listOf(kind, `${name}=`));
      expect([name, body.total]).toEqual([name, here.records[path].length]);
    }
  });
});
