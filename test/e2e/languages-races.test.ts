import { describe, expect, it } from 'vitest';
import { query } from '../support/database/database-session.js';
import { LANGUAGES, servedLanguage, type Language } from '../support/languages/languages.js';
import { KINDS, createRecord, type Kind } from '../support/records/kinds.js';
import { byRunMode, casesByRunMode } from '../support/run/run-mode.js';
import type { TestResponse } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

/** The short form has one publishable kind and one kind of terms, and repeats each race less often. */
const TESTED_KINDS = casesByRunMode(KINDS, ({ path }) => path === 'events' || path === 'categories');
const ROUNDS = byRunMode(2, 6);
const DEFAULT_LANGUAGE = 'es';
const NAMES: Readonly<Record<Language, string>> = { ca: 'Castanyada', en: 'Bonfire', es: 'Magosto' };

const calendar = useTestCalendar({ DEFAULT_LANGUAGE });

interface RaceRecord {
  readonly kind: Kind;
  readonly path: string;
  readonly id: number;
  /** Makes its names unique. */
  readonly number: number;
}

const textsIn = (language: Language, { kind, number }: Pick<RaceRecord, 'kind' | 'number'>) => ({
  [kind.titleField]: `${NAMES[language]} ${number}`,
  description: `<p>${language} ${number}</p>`,
});

type Send = (record: RaceRecord) => Promise<TestResponse>;

const write =
  (language: Language): Send =>
  (record) =>
    calendar.request('PATCH', record.path, { json: { ...textsIn(language, record), ml_language: language } });
const remove =
  (language: Language): Send =>
  ({ path }) =>
    calendar.request('DELETE', `${path}?ml_scope=translation&ml_language=${language}`);
/**
 * Updates the translation that is served for Catalan. The description is English: if the Catalan translation has been
 * removed first, the update changes the English one.
 */
const writeServed: Send = (record) => {
  const { description } = textsIn('en', record);
  return calendar.request('PATCH', record.path, { json: { description }, headers: { 'Accept-Language': 'ca' } });
};
const deletePermanently: Send = ({ path }) => calendar.request('DELETE', `${path}?force=true&ml_scope=record`);

let createdRecords = 0;

async function create(kind: Kind, present: readonly Language[]): Promise<RaceRecord> {
  const number = (createdRecords += 1);
  const [first = 'ca', ...others] = present;
  const texts = textsIn(first, { kind, number });
  const { id } = await createRecord(calendar, kind.path, { ...texts, ml_language: first });
  const record = { kind, path: `${kind.path}/${id}`, id, number };
  for (const language of others) expect((await write(language)(record)).status).toBe(200);
  return record;
}

/**
 * Languages of a record, joined by commas; empty if it does not exist. Expects that each requested language gets the
 * right translation with all slugs, and is stored for one translation only.
 */
async function readLanguages(record: RaceRecord): Promise<string> {
  const { body, status } = await calendar.request('GET', record.path);
  if (status === 404) return '';
  const present = Object.keys(body['ml_translations'] as object) as Language[];
  for (const requested of LANGUAGES) {
    const language = servedLanguage(requested, present, DEFAULT_LANGUAGE);
    const slugs = present.map((each) => [each, { slug: `${NAMES[each].toLowerCase()}-${record.number}` }] as const);
    const expected = {
      ...textsIn(language, record),
      ml_language: language,
      ml_translations: Object.fromEntries(slugs),
    };
    expect((await calendar.request('GET', `${record.path}?ml_language=${requested}`)).body).toMatchObject(expected);
  }
  const statement = `select unnest(fallback_languages) as language from ${record.kind.kind}_translations
    where ${record.kind.kind}_id = ${record.id} order by 1`;
  expect(await query(calendar.databaseUrl, statement)).toEqual(LANGUAGES.map((language) => ({ language })));
  return present.join();
}

/** Concurrent requests for a record with some languages, their sorted outcomes, and its possible languages afterwards. */
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
  ['a removal and an update without a language', ['ca', 'en'], [writeServed, remove('ca')], /^200,200$/, ['en']],
  ['removals of all languages', LANGUAGES, LANGUAGES.map(remove), /^200,200,409 last_translation$/, LANGUAGES],
  [
    'a permanent deletion and other changes',
    ['ca', 'en'],
    [write('es'), deletePermanently, remove('ca')],
    /^200(,(200|404 \w+_not_found)){2}$/,
    [''],
  ],
];

describe.each(TESTED_KINDS)('Concurrent requests for one record of $path take effect one after the other', (kind) => {
  it.each(RACES)('%s (3.8, 3.9)', async (_title, present, requests, outcomes, possibleLanguages) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const record = await create(kind, present);
      const responses = await Promise.all(requests.map((send) => send(record)));
      const codes = responses.map(({ status, body }) => [status, body['code']].join(' ').trim());
      expect(codes.toSorted().join()).toMatch(outcomes);
      expect(possibleLanguages).toContain(await readLanguages(record));
    }
  });
});
