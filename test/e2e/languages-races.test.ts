import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byRunMode, casesByRunMode } from '../support/run/run-mode.js';
import { KINDS } from '../support/records/kinds.js';
import {
  requestInLanguage,
  findDifferences,
  flatMapParallel,
  nextInTurn,
  LANGUAGES,
  EXPLICIT_SOURCES,
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

/** The short form has one publishable kind and one kind of terms, and repeats each race less often. */
const TESTED_KINDS = casesByRunMode(
  KINDS.map((kind) => [kind.path, kind] as const),
  ([path]) => path === 'events' || path === 'categories',
);
const ROUNDS = byRunMode(2, 6);

let multilingual: MultilingualCalendar;
beforeAll(async () => {
  multilingual = await startMultilingualCalendar('es');
});
afterAll(() => multilingual.close());

type Send = (record: TranslatedRecord) => Promise<TestResponse<object>>;

const write =
  (language: Language): Send =>
  ({ kind, id, texts }) =>
    requestInLanguage(multilingual.calendar, nextInTurn(EXPLICIT_SOURCES), language, {
      method: 'PATCH',
      path: `${kind.path}/${id}`,
      json: { ...texts[language] },
    });
const remove =
  (language: Language): Send =>
  ({ kind, id }) =>
    requestInLanguage(multilingual.calendar, 'query', language, {
      method: 'DELETE',
      path: `${kind.path}/${id}?ml_scope=translation`,
    });
/** An update that does not name its language. */
const writeNegotiated: Send = ({ kind, id, texts }) =>
  requestInLanguage(multilingual.calendar, 'header', 'ca', {
    method: 'PATCH',
    path: `${kind.path}/${id}`,
    json: { description: texts.en['description'] },
  });
const deletePermanently: Send = ({ kind, id }) =>
  requestInLanguage(multilingual.calendar, 'query', 'en', {
    method: 'DELETE',
    path: `${kind.path}/${id}?force=true&ml_scope=record`,
  });

/** Reads a record in each language. Returns the differences, and the wrong stored fallback languages of its kind. */
async function findWrongReads(record: TranslatedRecord, present: readonly Language[]): Promise<string[]> {
  if (present.length === 0) return [];
  const differences = await flatMapParallel(LANGUAGES, async (requestedLanguage) => {
    const { body } = await requestInLanguage(multilingual.calendar, 'query', requestedLanguage, {
      path: `${record.kind.path}/${record.id}`,
    });
    const expectedLanguage = servedLanguage(requestedLanguage, present, multilingual.defaultLanguage);
    const expected = expectedView(multilingual.calendar.base, { ...record, present }, expectedLanguage);
    return findDifferences(`${record.kind.path} ${record.id} in ${requestedLanguage}`, body, expected);
  });
  return [...differences, ...(await findWrongFallbacks(multilingual, record.kind))];
}

/**
 * Title, languages of a record, concurrent requests for the record, their sorted outcomes, and the languages that the record can have
 * afterwards.
 */
type Race = [
  title: string,
  present: readonly Language[],
  requests: Send[],
  outcomes: RegExp,
  possibleLanguages: readonly string[],
];

const RACES: Race[] = [
  ['additions of different languages', ['en'], [write('ca'), write('es')], /^200,200$/, ['ca,en,es']],
  ['additions of the same language', ['en'], [write('ca'), write('ca'), write('ca')], /^200,200,200$/, ['ca,en']],
  ['a removal and an addition', ['ca', 'en'], [remove('ca'), write('es')], /^200,200$/, ['en,es']],
  ['a removal and an update of a language', ['ca', 'en'], [remove('ca'), write('ca')], /^200,200$/, ['en', 'ca,en']],
  ['a removal and an update without a language', ['ca', 'en'], [writeNegotiated, remove('ca')], /^200,200$/, ['en']],
  ['removals of all languages', LANGUAGES, LANGUAGES.map(remove), /^200,200,409 last_translation$/, LANGUAGES],
  [
    'a permanent deletion and other changes',
    ['ca', 'en'],
    [write('es'), deletePermanently, remove('ca')],
    /^200(,(200|404 \w+_not_found)){2}$/,
    [''],
  ],
];

describe.each(TESTED_KINDS)('Concurrent requests for one of %s take effect one after the other', (_path, kind) => {
  it.each(RACES)('%s (3.8, 3.9)', async (_title, present, requests, outcomes, possibleLanguages) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const record = await createTranslatedRecord(multilingual.calendar, kind, present);
      const responses = await Promise.all(requests.map((send) => send(record)));
      const codes = responses.map(({ status, body }) => [status, (body as { code?: string }).code].join(' ').trim());
      expect(codes.toSorted().join()).toMatch(outcomes);
      const remaining = Object.keys(await fetchStoredTranslations(multilingual, kind, record.id)) as Language[];
      expect(possibleLanguages).toContain(remaining.join());
      expect(await findWrongReads(record, remaining)).toEqual([]);
    }
  });
});
