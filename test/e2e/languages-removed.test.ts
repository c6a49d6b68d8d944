import { describe, expect, it } from '@jest/globals';
import { KINDS, type Kind, type ServedRecord } from '../support/records/kinds.js';
import {
  missingLanguages,
  requestInLanguage,
  LANGUAGE_SETS,
  findDifferences,
  flatMapParallel,
  nextInTurn,
  LANGUAGES,
  fullListPath,
  EXPLICIT_READ_SOURCES,
  negotiatedSources,
  cartesianProduct,
  servedLanguage,
  diffProblem,
  type Language,
  type LanguageSource,
} from '../support/languages/languages.js';
import { DEFAULT_LANGUAGES, useMultilingualFixture } from '../support/languages/multilingual-fixture.js';
import type { ServedPage } from '../support/records/records.js';
import {
  fetchStoredTranslations,
  diffTranslations,
  findWrongFallbacks,
} from '../support/languages/stored-translations.js';
import {
  createTranslatedRecord,
  diffMissingTranslation,
  diffServed,
  TEXTS_BY_LANGUAGE,
  type TranslatedRecord,
} from '../support/languages/translated-records.js';
import type { TestResponse } from '../support/calendar/test-calendar.js';

const EACH = KINDS.map((kind) => [kind.path, kind] as const);
/** Queries that remove a translation, without and with `force`, which has no effect on it. */
const SCOPES = ['ml_scope=translation', 'ml_scope=translation&force=true'];
const SEVERAL = LANGUAGE_SETS.filter(({ length }) => length > 1);
const EACH_OF_SEVERAL = SEVERAL.flatMap((present) => cartesianProduct([present], present));

describe.each(DEFAULT_LANGUAGES)('Removal of translations with DEFAULT_LANGUAGE=%s', (byDefault) => {
  const here = useMultilingualFixture(byDefault);

  const stored = ({ kind, id }: TranslatedRecord) => fetchStoredTranslations(here, kind, id);
  const addressOf = ({ kind, id }: TranslatedRecord) => `${kind.path}/${id}`;
  const removal = (way: LanguageSource, language: Language, path: string): Promise<TestResponse<ServedRecord>> =>
    requestInLanguage(here.calendar, way, language, { method: 'DELETE', path: `${path}?${nextInTurn(SCOPES)}` });

  /** Paths of a record by id and, for publishable kinds, by each of its slugs. */
  const addressesOf = ({ kind, id, present, texts }: TranslatedRecord) => [
    `${kind.path}/${id}`,
    ...(kind.isPublishable ? present.map((each) => `${kind.path}/by-slug/${texts[each]['slug']}`) : []),
  ];

  /** Number of results (1 or 0) if a record is searched by its title or name in a language. */
  async function foundBy({ kind, id }: TranslatedRecord, word: Language, asked: Language): Promise<number> {
    const path = fullListPath(kind, `include=${id}&search=${TEXTS_BY_LANGUAGE[word].heading}`);
    return (await requestInLanguage<ServedPage>(here.calendar, 'query', asked, { path })).body.total;
  }

  /** Differences in reads, lists and searches of a record in a language. */
  async function misread(
    what: string,
    record: TranslatedRecord,
    removed: Language,
    asked: Language,
  ): Promise<string[]> {
    const [strict, path] = ['ml_fallback=none', addressOf(record)];
    const shown = record.present.includes(asked) ? 1 : 0;
    const lenient = await requestInLanguage(here.calendar, 'header', asked, { path });
    const absent = shown
      ? undefined
      : await requestInLanguage(here.calendar, 'query', asked, { path: `${path}?${strict}` });
    const list = { path: fullListPath(record.kind, `include=${record.id}&${strict}`) };
    const listed = (await requestInLanguage<ServedPage>(here.calendar, 'segment', asked, list)).body.total;
    const served = servedLanguage(asked, record.present, byDefault);
    const found = await flatMapParallel([served, removed], async (word) => [await foundBy(record, word, asked)]);
    return [
      ...diffServed(what, here, lenient, record, asked),
      ...(absent ? diffMissingTranslation(what, absent, asked) : []),
      ...findDifferences(`${what}, in ${asked}`, { listed, found }, { listed: shown, found: [1, 0] }),
    ];
  }

  it.each(EACH)(
    'removes one translation of %s from reads, lists and searches, and keeps the others (3.9, 3.2, 3.5)',
    async (path, kind) => {
      const wrong = await flatMapParallel(EACH_OF_SEVERAL, async ([present, language]) => {
        const record = await createTranslatedRecord(here.calendar, kind, present);
        const [before, way, address] = [
          await stored(record),
          nextInTurn(EXPLICIT_READ_SOURCES),
          nextInTurn(addressesOf(record)),
        ];
        const what = `${path} ${record.id} of [${present.join()}] without ${language} by ${way} at ${address}`;
        const answer = await removal(way, language, address);
        const left = { ...record, present: present.filter((each) => each !== language) };
        const after = await stored(record);
        return [
          ...diffServed(what, here, answer, left, language),
          ...findDifferences(what, { stored: Object.keys(after) }, { stored: left.present }),
          ...diffTranslations(what, [before, after], [language], true),
          ...(await flatMapParallel(LANGUAGES, (asked) => misread(what, left, language, asked))),
        ];
      });
      expect(wrong).toEqual([]);
    },
  );

  it.each(EACH.filter(([, { isPublishable: isPublished }]) => isPublished))(
    'keeps the slug of the removed translation as a former slug of %s (3.9, 4.5)',
    async (path, kind) => {
      const record = await createTranslatedRecord(here.calendar, kind, LANGUAGES);
      const wrong: string[] = [];
      for (const [index, language] of (['en', 'ca'] as const).entries()) {
        await removal('query', language, addressOf(record));
        const left = {
          ...record,
          present: LANGUAGES.filter((each) => !['en', 'ca'].slice(0, index + 1).includes(each)),
        };
        const slug = { path: `${path}/by-slug/${record.texts[language]['slug']}` };
        wrong.push(
          ...diffServed(
            slug.path,
            here,
            await requestInLanguage(here.calendar, 'query', language, slug),
            left,
            language,
          ),
        );
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each(EACH)('is 404 for a missing translation of %s, and 409 for the last one (3.9)', async (path) => {
    const wrong = await flatMapParallel(here.records[path], async (record) => {
      const before = await stored(record);
      const last = record.present.length === 1 ? record.present : [];
      const problems = await flatMapParallel([...missingLanguages(record.present), ...last], async (language) => {
        const answer = await removal(nextInTurn(EXPLICIT_READ_SOURCES), language, nextInTurn(addressesOf(record)));
        const what = `${addressOf(record)} of [${record.present.join()}] without ${language}`;
        return record.present.includes(language)
          ? diffProblem(what, answer, 409, 'last_translation')
          : diffProblem(what, answer, 404, 'translation_not_found');
      });
      return [...problems, ...diffTranslations(addressOf(record), [before, await stored(record)])];
    });
    expect(wrong).toEqual([]);
  });

  const NAMED_NOT = LANGUAGES.flatMap((language) =>
    cartesianProduct([language], negotiatedSources(language, byDefault)),
  );
  const nowhere = ({ path, isPublishable: isPublished }: Kind) => [
    `${path}/987654321`,
    ...(isPublished ? [`${path}/by-slug/nowhere`] : []),
  ];

  it.each(EACH)('is 400 for %s if no language is named, before any record check (3.9, 8.4)', async (path, kind) => {
    const [record] = here.records[path].slice(-1) as [TranslatedRecord];
    const before = await stored(record);
    const addresses = [...addressesOf(record), ...nowhere(kind)];
    const wrong = await flatMapParallel(cartesianProduct(addresses, NAMED_NOT), async ([address, [language, way]]) => {
      const answer = await removal(way, language, address);
      return diffProblem(`${address} by ${way}`, answer, 400, 'missing_parameter', 'ml_language');
    });
    const unknown = await flatMapParallel(cartesianProduct(nowhere(kind), LANGUAGES), async ([address, language]) => {
      const answer = await removal(nextInTurn(EXPLICIT_READ_SOURCES), language, address);
      return diffProblem(address, answer, 404, `${kind.kind}_not_found`);
    });
    expect([...wrong, ...unknown, ...diffTranslations(path, [before, await stored(record)])]).toEqual([]);
  });

  it.each(EACH)('DELETE of %s removes the record with all translations, in any language (3.9)', async (_path, kind) => {
    const named = cartesianProduct(LANGUAGES, EXPLICIT_READ_SOURCES);
    const wrong = await flatMapParallel([...named, ...NAMED_NOT], async ([language, way]) => {
      const record = await createTranslatedRecord(here.calendar, kind, ['ca', 'en']);
      const [address, query] = [addressOf(record), nextInTurn(['', 'force=true', 'ml_scope=record'])];
      const removed = await requestInLanguage(here.calendar, way, language, {
        method: 'DELETE',
        path: `${address}?${query}`,
      });
      const isGone = query === 'force=true' || !kind.isPublishable;
      const { status, body } = await requestInLanguage(here.calendar, 'query', nextInTurn(LANGUAGES), {
        path: address,
      });
      const after = `${status} ${String(body['code'])}`;
      const gone = isGone ? `404 ${kind.kind}_not_found` : `410 ${kind.kind}_in_trash`;
      const kept = Object.keys(await stored(record));
      return [
        ...diffServed(`${address} by ${way} in ${language}`, here, removed, record, language),
        ...findDifferences(address, { after, kept }, { after: gone, kept: isGone ? [] : ['ca', 'en'] }),
      ];
    });
    expect(wrong).toEqual([]);
  });

  it.each(EACH)('each language resolves to exactly one translation of each of %s (3.2)', async (_path, kind) => {
    expect(await findWrongFallbacks(here, kind)).toEqual([]);
  });
});
