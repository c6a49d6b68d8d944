import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { byRunMode } from '../support/jest/run-mode.js';
import { KINDS, type Kind } from '../support/records/kinds.js';
import {
  requestInLanguage,
  findDifferences,
  flatMapParallel,
  nextInTurn,
  LANGUAGES,
  EXPLICIT_SOURCES,
  cartesianProduct,
  servedLanguage,
  type Language,
} from '../support/languages/languages.js';
import { fetchStoredTranslations, findWrongFallbacks } from '../support/languages/stored-translations.js';
import {
  createTranslatedRecord,
  expectedView,
  startMultilingualCalendar,
  type MultilingualCalendar,
  type TranslatedRecord,
} from '../support/languages/translated-records.js';
import type { TestResponse } from '../support/calendar/test-calendar.js';

const EACH = KINDS.map((kind) => [kind.path, kind] as const);
/** The short form races less often. */
const ROUNDS = byRunMode(2, 6);

let here: MultilingualCalendar;
beforeAll(async () => {
  here = await startMultilingualCalendar('es');
});
afterAll(() => here.close());

const write = ({ kind, id, texts }: TranslatedRecord, language: Language, json: object = texts[language]) =>
  requestInLanguage(here.calendar, nextInTurn(EXPLICIT_SOURCES), language, {
    method: 'PATCH',
    path: `${kind.path}/${id}`,
    json: { ...json },
  });
const remove = ({ kind, id }: TranslatedRecord, language: Language) =>
  requestInLanguage(here.calendar, 'query', language, {
    method: 'DELETE',
    path: `${kind.path}/${id}?ml_scope=translation`,
  });

/** Status and error code of each response. */
const said = (answers: readonly TestResponse<object>[]): string[] =>
  answers.map(({ status, body }) => [status, (body as { code?: string }).code].join(' ').trim());

/** Sends concurrent requests for a new record. Returns the record, their outcomes and the remaining languages. */
async function race(
  kind: Kind,
  present: readonly Language[],
  requests: (record: TranslatedRecord) => readonly Promise<TestResponse<object>>[],
): Promise<{ record: TranslatedRecord; answers: string[]; left: string[] }> {
  const record = await createTranslatedRecord(here.calendar, kind, present);
  const answers = said(await Promise.all(requests(record)));
  return { record, answers, left: Object.keys(await fetchStoredTranslations(here, kind, record.id)) };
}

/** Differences in reads of a record in each language, and wrong stored fallback languages of its kind. */
async function misserved(record: TranslatedRecord, present: readonly Language[]): Promise<string[]> {
  const wrong = await flatMapParallel(LANGUAGES, async (asked) => {
    const { body } = await requestInLanguage(here.calendar, 'query', asked, {
      path: `${record.kind.path}/${record.id}`,
    });
    const wanted = expectedView(
      here.calendar.base,
      { ...record, present },
      servedLanguage(asked, present, here.defaultLanguage),
    );
    return findDifferences(`${record.kind.path} ${record.id} in ${asked}`, body, wanted);
  });
  return [...wrong, ...(await findWrongFallbacks(here, record.kind))];
}

describe.each(EACH)('Concurrent requests for one of %s', (_path, kind) => {
  it('updates that add different languages all succeed (3.8)', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { record, answers, left } = await race(kind, ['en'], (each) => [write(each, 'ca'), write(each, 'es')]);
      expect([answers, left]).toEqual([['200', '200'], LANGUAGES]);
      expect(await misserved(record, LANGUAGES)).toEqual([]);
    }
  });

  it('updates that add the same language create one translation, with the texts of one update (3.8)', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const names = ['One', 'Two', 'Three'].map((name) => `${name} ${kind.path} ${round}`);
      const writers = (record: TranslatedRecord) =>
        names.map((name) => write(record, 'ca', { [kind.titleField]: name }));
      const { record, answers, left } = await race(kind, ['en', 'es'], writers);
      expect([answers, left]).toEqual([['200', '200', '200'], LANGUAGES]);
      const { body } = await requestInLanguage(here.calendar, 'query', 'ca', { path: `${kind.path}/${record.id}` });
      expect(names).toContain(body[kind.titleField]);
      expect(await findWrongFallbacks(here, kind)).toEqual([]);
    }
  });

  it('adding one language and removing another both succeed (3.8, 3.9)', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { record, answers, left } = await race(kind, ['ca', 'en'], (each) => [
        remove(each, 'ca'),
        write(each, 'es'),
      ]);
      expect([answers, left]).toEqual([
        ['200', '200'],
        ['en', 'es'],
      ]);
      expect(await misserved(record, ['en', 'es'])).toEqual([]);
    }
  });

  it('updating and removing the same language take effect one after the other (3.8, 3.9)', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { record, answers, left } = await race(kind, ['ca', 'en'], (each) => [
        remove(each, 'ca'),
        write(each, 'ca'),
      ]);
      expect([answers, [['en'], ['ca', 'en']]]).toEqual([['200', '200'], expect.arrayContaining([left])]);
      expect(await misserved(record, left as Language[])).toEqual([]);
    }
  });

  it('an update that names no language adds none if its translation is removed (3.8, 3.9)', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const json = { description: `Round ${round}` };
      const { record, answers, left } = await race(kind, ['ca', 'en'], (each) => [
        requestInLanguage(here.calendar, 'header', 'ca', { method: 'PATCH', path: `${kind.path}/${each.id}`, json }),
        remove(each, 'ca'),
      ]);
      expect([answers, left]).toEqual([['200', '200'], ['en']]);
      const { body } = await requestInLanguage(here.calendar, 'query', 'en', { path: `${kind.path}/${record.id}` });
      expect(String(body['description'])).toMatch(/Roasting|Round/);
      expect(await findWrongFallbacks(here, kind)).toEqual([]);
    }
  });

  it('removals of all translations leave one, and one removal is 409 (3.9)', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const all = (each: TranslatedRecord) => LANGUAGES.map((language) => remove(each, language));
      const { record, answers, left } = await race(kind, LANGUAGES, all);
      expect([answers.toSorted(), left.length]).toEqual([['200', '200', '409 last_translation'], 1]);
      expect(LANGUAGES[answers.indexOf('409 last_translation')]).toBe(left[0]);
      expect(await misserved(record, left as Language[])).toEqual([]);
    }
  });

  it('a permanent deletion leaves no translation (3.8, 3.9)', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const deletion = ({ id }: TranslatedRecord) =>
        requestInLanguage(here.calendar, 'query', 'en', { method: 'DELETE', path: `${kind.path}/${id}?force=true` });
      const all = (each: TranslatedRecord) => [write(each, 'es'), deletion(each), remove(each, 'ca')];
      const { answers, left } = await race(kind, ['ca', 'en'], all);
      expect([answers[1], left]).toEqual(['200', []]);
      for (const answer of answers) expect(['200', `404 ${kind.kind}_not_found`]).toContain(answer);
    }
  });

  it('reads succeed while a translation is added and removed (3.2)', async () => {
    const record = await createTranslatedRecord(here.calendar, kind, ['ca', 'en']);
    const path = `${kind.path}/${record.id}`;
    const changes = async () => {
      const answers: TestResponse<object>[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        answers.push(await write(record, 'es'), await remove(record, 'es'));
      return said(answers);
    };
    const reads = flatMapParallel(cartesianProduct(LANGUAGES, [...Array(20).keys()]), async ([asked]) => {
      const { status, body } = await requestInLanguage(here.calendar, 'header', asked, { path });
      const fits = body['ml_language'] === asked || (asked === 'es' && body['ml_language'] === 'ca');
      return status === 200 && fits ? [] : [`${asked}: ${status} ${String(body['ml_language'])}`];
    });
    const [answers, wrong] = await Promise.all([changes(), reads]);
    expect([new Set(answers), wrong]).toEqual([new Set(['200']), []]);
  });
});
