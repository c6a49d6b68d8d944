import { beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord, KINDS } from '../support/records/kinds.js';
import {
  missingLanguages,
  requestInLanguage,
  readSources,
  findDifferences,
  flatMapParallel,
  nextInTurn,
  LANGUAGES,
  EXPLICIT_SOURCES,
  negotiatedSources,
  servedLanguage,
  diffProblem,
  type Language,
} from '../support/languages/languages.js';
import { LINK_NAMES, LINKS } from '../support/records/links.js';
import { DEFAULT_LANGUAGES, useMultilingualFixture } from '../support/languages/multilingual-fixture.js';
import {
  fetchAllStoredTranslations,
  diffStoredTranslation,
  fetchStoredTranslations,
  diffTranslations,
} from '../support/languages/stored-translations.js';
import {
  diffServed,
  TEXTS_BY_LANGUAGE,
  type PerKind,
  type TranslatedRecord,
} from '../support/languages/translated-records.js';

const EACH = KINDS.map((kind) => [kind.path, kind] as const);

describe.each(DEFAULT_LANGUAGES)('Unchanged translations with DEFAULT_LANGUAGE=%s', (byDefault) => {
  const here = useMultilingualFixture(byDefault);
  let parent: number;
  beforeAll(async () => {
    parent = (await createRecord(here.calendar, 'categories')).id;
    await linkSome();
  });

  /** Links every event to one record of each kind. The linked records have other languages than the event. */
  async function linkSome(): Promise<void> {
    for (const [index, { id }] of here.records.events.entries()) {
      const link = (path: keyof PerKind<unknown>, shift: number) => [here.records[path][(index + shift) % 7]?.id];
      const json = Object.fromEntries(LINK_NAMES.map((each, shift) => [each, link(LINKS[each].path, shift + 1)]));
      expect((await here.calendar.request('PATCH', `events/${id}`, { json })).status).toBe(200);
    }
  }

  /** Language-neutral fields that are served as sent, with different values on each call. Tags have none. */
  const factsOf = (path: keyof PerKind<unknown>): Record<string, unknown> =>
    nextInTurn<Record<string, unknown>>(
      {
        events: [{ featured: true, website: 'https://a.example/' }, { featured: false }],
        venues: [{ city: 'Reus' }, { city: 'Valls', show_map: false }],
        organizers: [{ phone: '977' }, { phone: null }],
        categories: [{ parent }, { parent: null }],
        tags: [{}, { parent: 1 }],
      }[path],
    );

  const stored = ({ kind, id }: TranslatedRecord) => fetchStoredTranslations(here, kind, id);
  const addressOf = ({ kind, id }: TranslatedRecord) => `${kind.path}/${id}`;
  const misread = async (what: string, record: TranslatedRecord, asked: Language) => {
    const answer = await requestInLanguage(here.calendar, nextInTurn(readSources(asked, byDefault)), asked, {
      path: addressOf(record),
    });
    return diffServed(`${what}, read in ${asked}`, here, answer, record, asked);
  };
  const inEach = (
    path: keyof PerKind<unknown>,
    work: (record: TranslatedRecord, asked: Language) => Promise<string[]>,
  ) =>
    flatMapParallel(here.records[path], async (record) => {
      const found: string[] = [];
      for (const asked of LANGUAGES) found.push(...(await work(record, asked)));
      return found;
    });

  it.each(EACH)(
    'an update of %s without texts changes no translation, and its fields apply to all languages (3.8)',
    async (path) => {
      const wrong = await inEach(path, async (record, asked) => {
        const [way, facts, before] = [
          nextInTurn([...EXPLICIT_SOURCES, ...negotiatedSources(asked, byDefault)]),
          factsOf(path),
          await stored(record),
        ];
        const what = `${addressOf(record)} of [${record.present.join()}] by ${way} in ${asked}`;
        const answer = await requestInLanguage(here.calendar, way, asked, {
          method: 'PATCH',
          path: addressOf(record),
          json: facts,
        });
        const language = nextInTurn(LANGUAGES);
        const read = await requestInLanguage(here.calendar, 'query', language, { path: addressOf(record) });
        const after = await stored(record);
        const moves = path === 'categories';
        return [
          ...diffServed(what, here, answer, record, asked),
          ...findDifferences(`${what}, read in ${language}`, read.body, path === 'tags' ? {} : facts),
          ...diffTranslations(what, [before, after], [], moves),
        ];
      });
      expect(wrong).toEqual([]);
    },
  );

  it.each(EACH)('sending %s back as read, in any language, changes no text (6.2, 3.8)', async (path) => {
    const before = await fetchAllStoredTranslations(here);
    const wrong = await inEach(path, async (record, asked) => {
      const [way, address] = [nextInTurn(readSources(asked, byDefault)), { path: addressOf(record) }];
      const served = (await requestInLanguage(here.calendar, way, asked, address)).body;
      const answer = await requestInLanguage(here.calendar, way, asked, { ...address, method: 'PUT', json: served });
      const what = `${addressOf(record)} of [${record.present.join()}] by ${way} in ${asked}`;
      // The query names one language, and `ml_language` in the body is the fallback language: 400 (3.1).
      const contradicts = way === 'query' && !record.present.includes(asked);
      if (contradicts) return diffProblem(what, answer, 400, 'invalid_parameter', 'ml_language');
      // `ml_language` in the body sets the language of the response, including embedded records.
      const { body } = await requestInLanguage(here.calendar, 'query', served['ml_language'] as Language, address);
      return findDifferences(what, answer.body, body);
    });
    expect(wrong).toEqual([]);
    expect(await fetchAllStoredTranslations(here)).toEqual(before);
  });

  it.each(EACH)(
    'an update of %s can empty texts of one language, but not the name or title (3.8, 2.3)',
    async (path, kind) => {
      const wrong = await inEach(path, async (record, asked) => {
        const way = nextInTurn(
          record.present.includes(asked)
            ? [...EXPLICIT_SOURCES, 'header' as const]
            : negotiatedSources(asked, byDefault),
        );
        const [target, before] = [servedLanguage(asked, record.present, byDefault), await stored(record)];
        const what = `${addressOf(record)} of [${record.present.join()}] by ${way} in ${asked}`;
        const send = (json: Record<string, unknown>) =>
          requestInLanguage(here.calendar, way, asked, { method: 'PATCH', path: addressOf(record), json });
        const refused = await send({ [kind.titleField]: nextInTurn([null, '', []]), description: null });
        const untouched = diffTranslations(what, [before, await stored(record)]);
        const answer = await send({ description: null, excerpt: nextInTurn([null, '']), slug: null });
        const texts = record.texts[target];
        const slug = `${TEXTS_BY_LANGUAGE[target].heading.toLowerCase()}-${String(texts['slug']).split('-')[1]}`;
        record.texts[target] = { ...texts, description: '', ...(path === 'events' ? { excerpt: '' } : {}), slug };
        const after = await stored(record);
        return [
          ...diffProblem(what, refused, 400, 'invalid_parameter', kind.titleField),
          ...untouched,
          ...diffServed(what, here, answer, record, asked),
          ...(await flatMapParallel(missingLanguages([asked]), (each) => misread(what, record, each))),
          ...diffStoredTranslation(what, kind, after, target, record.texts[target]),
          ...diffTranslations(what, [before, after], [target], true),
        ];
      });
      expect(wrong).toEqual([]);
    },
  );
});
