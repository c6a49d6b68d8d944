import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadDemo } from '../../src/demo/load-demo.js';
import {
  demoCost,
  demoEvents,
  demoRecords,
  demoTexts,
  languageIndependentFields,
  languagesOf,
  linkedIds,
} from '../support/records/demo-texts.js';
import { KINDS, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { LANGUAGES, type Language } from '../support/languages/languages.js';
import { startInProcessCalendar, type InProcessCalendar } from '../support/calendar/in-process-calendar.js';
import { pathAndQueryOf, type ServedPage } from '../support/records/records.js';
import { nestedRecords } from './nested-records.js';
import type { TestResponse } from '../support/calendar/test-calendar.js';

/** Query that selects all records of any kind: no window of dates, and terms without events too. */
const EVERYTHING = 'per_page=50&hide_empty=false&start_date=2000-01-01&end_date=2100-01-01';
const PATHS = KINDS.map(({ path }) => path);

let calendar: InProcessCalendar;
/** Listed records by language and path. */
const listed = new Map<string, ServedRecord[]>();
const listOf = (language: Language, path: Kind['path']) => listed.get(`${language} ${path}`) ?? [];

beforeAll(async () => {
  calendar = await startInProcessCalendar();
  await loadDemo(calendar.application);
  for (const language of LANGUAGES) {
    for (const path of PATHS) listed.set(`${language} ${path}`, await walk(language, path));
  }
});
afterAll(() => calendar.close());

/** Reads a whole list as an anonymous caller, page by page. */
async function walk(language: Language, path: Kind['path']): Promise<ServedRecord[]> {
  const records: ServedRecord[] = [];
  for (let next: string | null = `/${language}/calendar/events/v1/${path}?${EVERYTHING}`; next;) {
    const { status, headers, body }: TestResponse<ServedPage> = await calendar.request('GET', next);
    expect([next, status, headers.get('Content-Language')]).toEqual([next, 200, language]);
    records.push(...body[path]);
    next = body.next_rest_url && pathAndQueryOf(body.next_rest_url);
  }
  return records;
}

/** The members of a served record that `expected` contains. */
const textsOf = (record: ServedRecord, expected: object) =>
  Object.fromEntries(Object.keys(expected).map((name) => [name, record[name]]));

const eventOf = ({ id }: ServedRecord) => {
  const event = [...demoEvents().values()][id - 1];
  if (!event) throw new Error(`There is no event ${id}`);
  return event;
};

describe.each(LANGUAGES)('Demo agenda in %s', (language) => {
  it.each(PATHS)('lists each of its %s once (3.1)', (path) => {
    const ids = listOf(language, path).map(({ id }) => id);
    const numbers = demoRecords(path).map((_record, index) => index + 1);
    expect(ids.toSorted((left, right) => left - right)).toEqual(numbers);
  });

  it.each(PATHS)('serves %s and embedded records in the requested or fallback language (3.2, 3.4)', (path) => {
    for (const [kind, record] of nestedRecords(listOf(language, path))) {
      const expected = demoTexts(kind, record.id, language);
      expect([kind, record.id, textsOf(record, expected)]).toEqual([kind, record.id, expected]);
      const present = demoRecords(kind)
        .slice(record.id - 1, record.id)
        .flatMap(languagesOf);
      const translations = record['ml_translations'] as Record<string, { slug: string; rest_url: string }>;
      expect(Object.keys(translations)).toEqual(present);
      expect(record.slug).toBe(translations[String(expected['ml_language'])]?.slug);
      for (const each of present) {
        expect(translations[each]?.rest_url).toBe(`${calendar.base}/${kind}/${record.id}?ml_language=${each}`);
      }
    }
  });

  it('serves events with all linked records (5.3)', () => {
    for (const record of listOf(language, 'events')) {
      const idsIn = (name: string) => (record[name] as ServedRecord[]).map(({ id }) => id);
      const ids = {
        venue: idsIn('venue'),
        organizer: idsIn('organizer'),
        categories: idsIn('categories'),
        tags: idsIn('tags'),
      };
      expect([record.id, ids]).toEqual([record.id, linkedIds(eventOf(record))]);
    }
  });

  it('serves the word for free in the requested language, regardless of the served language (6.5)', () => {
    const events = listOf(language, 'events');
    const costs = events.map((record) => [record.id, record['cost']]);
    expect(costs).toEqual(events.map((record) => [record.id, demoCost(eventOf(record), language)]));
    const free = events.filter(
      (record) => record['cost'] !== demoCost(eventOf(record), language === 'ca' ? 'es' : 'ca'),
    );
    expect(free.some((record) => record['ml_language'] !== language)).toBe(true);
    expect(free.some((record) => String(record['cost']).includes(' – '))).toBe(true);
  });

  it('serves each single event as in the list, with its Content-Language (3.4)', async () => {
    for (const record of listOf(language, 'events')) {
      const { headers, body } = await calendar.request('GET', `/${language}/calendar/events/v1/events/${record.id}`);
      expect([record.id, body]).toEqual([record.id, record]);
      expect([record.id, headers.get('Content-Language')]).toEqual([record.id, record['ml_language']]);
    }
  });
});

describe('Language-neutral fields of the demo agenda', () => {
  it.each(PATHS)('are the same in all languages: %s (3.4)', (path) => {
    const inLanguage = LANGUAGES.map((language) =>
      listOf(language, path)
        .toSorted((left, right) => left.id - right.id)
        .map(languageIndependentFields),
    );
    expect(inLanguage[0]?.length).toBeGreaterThan(0);
    for (const facts of inLanguage) expect(facts).toEqual(inLanguage[0]);
  });
});
