import { beforeAll, describe, expect, it } from 'vitest';
import { loadDemo } from '../../src/demo/load-demo.js';
import { demoEvents, demoRecords, demoTexts, languagesOf, linkedIds } from '../support/records/demo-texts.js';
import { idsOf, LINK_NAMES } from '../support/records/links.js';
import { KINDS, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { LANGUAGES, type Language } from '../support/languages/languages.js';
import type { TestResponse } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { pathAndQueryOf, type ServedPage } from '../support/records/records.js';

/** Selects all records: a date window that contains every event, and terms that no event uses. */
const ALL_RECORDS_QUERY = 'per_page=50&hide_empty=false&start_date=2000-01-01&end_date=2100-01-01';

const calendar = useTestCalendar();
beforeAll(() => loadDemo(calendar.application));

/** Reads a whole list as an anonymous caller, page by page. */
async function readAll(language: Language, path: Kind['path']): Promise<ServedRecord[]> {
  const records: ServedRecord[] = [];
  for (let next: string | null = `/${language}/calendar/events/v1/${path}?${ALL_RECORDS_QUERY}`; next;) {
    const { status, headers, body }: TestResponse<ServedPage> = await calendar.request('GET', next);
    expect([next, status, headers.get('Content-Language')]).toEqual([next, 200, language]);
    records.push(...body[path]);
    next = body.next_rest_url && pathAndQueryOf(body.next_rest_url);
  }
  return records;
}

describe.each(LANGUAGES)('Demo agenda in %s', (language) => {
  it.each(KINDS)('lists all $path once, with their texts and the links of events (3.1, 3.2, 3.4)', async ({ path }) => {
    const records = (await readAll(language, path)).toSorted((left, right) => left.id - right.id);
    expect(records.map(({ id }) => id)).toEqual(demoRecords(path).map((_record, index) => index + 1));
    for (const record of records) expect(record).toMatchObject(demoTexts(path, record.id, language));
    const languages = records.map((record) => Object.keys(record['ml_translations'] as object));
    expect(languages).toEqual(demoRecords(path).map(languagesOf));
    if (path !== 'events') return;
    const links = records.map((event) => Object.fromEntries(LINK_NAMES.map((link) => [link, idsOf(event, link)])));
    expect(links).toEqual([...demoEvents().values()].map(linkedIds));
  });
});
