import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { KINDS, type ServedRecord } from '../support/records/kinds.js';
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
  withQuery,
  type Language,
} from '../support/languages/languages.js';
import { LINK_NAMES, LINKS } from '../support/records/links.js';
import { useMultilingualFixture } from '../support/languages/multilingual-fixture.js';
import type { ServedPage } from '../support/records/records.js';
import { findWrongFallbacks } from '../support/languages/stored-translations.js';
import {
  createTranslatedRecord,
  expectedView,
  diffMissingTranslation,
  diffServed,
  type PerKind,
  type TranslatedRecord,
} from '../support/languages/translated-records.js';

const EACH = KINDS.map((kind) => [kind.path, kind] as const);
const PUBLISHED = EACH.filter(([, { isPublishable: isPublished }]) => isPublished);
const FALLBACKS = ['record', 'none'] as const;

describe.each(LANGUAGES)('read with DEFAULT_LANGUAGE=%s,', (byDefault) => {
  const here = useMultilingualFixture(byDefault);
  beforeAll(async () => {
    await linkEverything();
  });

  /** Every event has every venue, organizer, category and tag: all sets of languages within all. */
  async function linkEverything(): Promise<void> {
    const json = Object.fromEntries(
      LINK_NAMES.map((link) => [link, here.records[LINKS[link].path].map(({ id }) => id)]),
    );
    for (const { id } of here.records.events) {
      expect((await here.calendar.request('PATCH', `events/${id}`, { json })).status).toBe(200);
    }
  }

  const read = <Body = ServedRecord>(language: Language, path: string) =>
    requestInLanguage<Body>(here.calendar, nextInTurn(readSources(language, byDefault)), language, { path });

  /** What is wrong with reads of a record at one address, in every language, with and without fallback. */
  const misread = (record: TranslatedRecord, address: string) =>
    flatMapParallel(
      cartesianProduct(LANGUAGES, [nextInTurn(['record', undefined]), 'none']),
      async ([asked, fallback]) => {
        const what = `${address} of [${record.present.join()}] in ${asked}, fallback ${fallback}`;
        const answer = await read(asked, fallback ? withQuery(address, `ml_fallback=${fallback}`) : address);
        const isAbsent = fallback === 'none' && !record.present.includes(asked);
        return isAbsent ? diffMissingTranslation(what, answer, asked) : diffServed(what, here, answer, record, asked);
      },
    );

  /** What is wrong with records that are served together. */
  const misserved = (
    what: string,
    served: readonly ServedRecord[],
    wanted: readonly TranslatedRecord[],
    asked: Language,
  ) =>
    wanted.flatMap((record) => {
      const found = served.find(({ id }) => id === record.id) ?? {};
      const language = servedLanguage(asked, record.present, byDefault);
      return findDifferences(
        `${what}, [${record.present.join()}]`,
        found,
        expectedView(here.calendar.base, record, language),
      );
    });

  const shownIn = (path: keyof PerKind<unknown>, asked: Language, fallback: string) =>
    here.records[path].filter(({ present }) => fallback === 'record' || present.includes(asked));

  it.each(EACH)('3.2 3.3 3.4 each of %s is served by id in the right language, all of it', async (path) => {
    const wrong = await flatMapParallel(here.records[path], (record) => misread(record, `${path}/${record.id}`));
    expect(wrong).toEqual([]);
  });

  it.each(PUBLISHED)('3.6 3.3 4.4 each of %s is found by every slug, and served alike', async (path) => {
    const wrong = await flatMapParallel(here.records[path], (record) =>
      flatMapParallel(record.present, (language) =>
        misread(record, `${path}/by-slug/${record.texts[language]['slug']}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it.each(EACH)('3.1 %s are the same however a language is asked for', async (path, kind) => {
    const addresses = [...here.records[path].slice(-2).map(({ id }) => `${path}/${id}`), fullListPath(kind)];
    const wrong = await flatMapParallel(cartesianProduct(LANGUAGES, addresses), async ([language, address]) => {
      const ways = readSources(language, byDefault);
      const answers = await Promise.all(
        ways.map((way) => requestInLanguage(here.calendar, way, language, { path: address })),
      );
      const [first, ...others] = answers.map(({ status, body }) => ({ status, body }));
      return others.flatMap((other, index) =>
        isDeepStrictEqual(other, first) ? [] : [`${address} in ${language} by ${ways[index + 1]}`],
      );
    });
    expect(wrong).toEqual([]);
  });

  it.each(EACH)('3.2 3.3 3.4 %s are listed in the right language; what lacks it is not counted', async (path, kind) => {
    const wrong = await flatMapParallel(cartesianProduct(LANGUAGES, FALLBACKS), async ([asked, fallback]) => {
      const { status, body, headers } = await read<ServedPage>(asked, fullListPath(kind, `ml_fallback=${fallback}`));
      const shown = shownIn(path, asked, fallback);
      const what = `${path} in ${asked}, fallback ${fallback}`;
      const said = ['X-Total', 'Content-Language', 'Content-Location'].map((name) => headers.get(name));
      const found = { status, total: body.total, listed: body[path].length, said };
      const wanted = { status: 200, total: shown.length, listed: shown.length };
      return [
        ...findDifferences(what, found, { ...wanted, said: [`${shown.length}`, asked, null] }),
        ...misserved(what, body[path], shown, asked),
      ];
    });
    expect(wrong).toEqual([]);
  });

  it('3.3 3.4 records in events fall back each by itself, whatever ml_fallback is, and say so', async () => {
    const wrong = await flatMapParallel(cartesianProduct(LANGUAGES, FALLBACKS), async ([asked, fallback]) => {
      const query = `ml_fallback=${fallback}`;
      const shown = shownIn('events', asked, fallback);
      const events = (await read<ServedPage>(asked, `events?per_page=50&${query}`)).body.events;
      expect(events).toHaveLength(shown.length);
      for (const { id, present, texts } of shown) {
        const slug = texts[present[0] as Language]['slug'];
        events.push((await read(asked, `events/${id}?${query}`)).body);
        events.push((await read(asked, `events/by-slug/${slug}?${query}`)).body);
      }
      return cartesianProduct(events, LINK_NAMES).flatMap(([event, link]) => {
        const what = `${link} of event ${event.id} in ${asked}, fallback ${fallback}`;
        return misserved(what, event[link] as ServedRecord[], here.records[LINKS[link].path], asked);
      });
    });
    expect(wrong).toEqual([]);
  });

  it.each(PUBLISHED)(
    '4.5 one of %s is found by the former slugs of all its languages, and served alike',
    async (path, kind) => {
      const record = await createTranslatedRecord(here.calendar, kind, ['en', 'es']);
      const texts = { ...record.texts };
      for (const language of record.present) {
        // Where slugs are derived, a translation that is made anew brings another.
        const json = { [kind.titleField]: `Renamed ${record.id} ${language}` };
        const address = `${path}/${record.id}?ml_language=${language}`;
        const removed = await here.calendar.request('DELETE', `${address}&ml_scope=translation`);
        const { body } = await here.calendar.request('PATCH', address, {
          json: { ...texts[language], ...json, slug: '' },
        });
        expect([removed.status, body['slug']]).toEqual([200, `renamed-${record.id}-${language}`]);
        texts[language] = { ...texts[language], ...json, slug: `renamed-${record.id}-${language}` };
      }
      const former = record.present.map((language) => record.texts[language]['slug']);
      const wrong = await flatMapParallel(former, (slug) => misread({ ...record, texts }, `${path}/by-slug/${slug}`));
      await here.calendar.request('DELETE', `${path}/${record.id}?force=true`);
      expect(wrong).toEqual([]);
    },
  );

  it.each(EACH)('3.2 each language is served by exactly one translation of each of %s', async (_path, kind) => {
    expect(await findWrongFallbacks(here, kind)).toEqual([]);
  });
});
