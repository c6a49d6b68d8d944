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
import { DEFAULT_LANGUAGES, useMultilingualFixture } from '../support/languages/multilingual-fixture.js';
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

describe.each(DEFAULT_LANGUAGES)('Reads with DEFAULT_LANGUAGE=%s', (byDefault) => {
  const here = useMultilingualFixture(byDefault);
  beforeAll(async () => {
    await linkEverything();
  });

  /** Links every event to every venue, organizer, category and tag, so that all sets of languages are combined. */
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

  /** Differences in reads of a record at one path, in every language, with and without fallback. */
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

  /** Differences between records in one response and the expected records. */
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

  it.each(EACH)('%s by id are served entirely in the right language (3.2, 3.3, 3.4)', async (path) => {
    const wrong = await flatMapParallel(here.records[path], (record) => misread(record, `${path}/${record.id}`));
    expect(wrong).toEqual([]);
  });

  it.each(PUBLISHED)('%s by any of their slugs are served as by id (3.6, 3.3, 4.4)', async (path) => {
    const wrong = await flatMapParallel(here.records[path], (record) =>
      flatMapParallel(record.present, (language) =>
        misread(record, `${path}/by-slug/${record.texts[language]['slug']}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it.each(EACH)('%s are the same for every source of the requested language (3.1)', async (path, kind) => {
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

  it.each(EACH)('lists of %s have the right language and count for ml_fallback (3.2, 3.3, 3.4)', async (path, kind) => {
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

  it('records in events fall back independently of ml_fallback, and state their language (3.3, 3.4)', async () => {
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
    '%s by a former slug of any language are served as by the current slug (4.5)',
    async (path, kind) => {
      const record = await createTranslatedRecord(here.calendar, kind, ['en', 'es']);
      const texts = { ...record.texts };
      for (const language of record.present) {
        // Derived slugs only change if the translation is removed and created again.
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

  it.each(EACH)('each language resolves to exactly one translation of each of %s (3.2)', async (_path, kind) => {
    expect(await findWrongFallbacks(here, kind)).toEqual([]);
  });
});
