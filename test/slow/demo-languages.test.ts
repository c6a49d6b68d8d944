import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDemo } from '../../src/demo/load-demo.js';
import { demoEvents, demoRecords, demoTexts, languagesOf, linkedIds } from '../support/records/demo-texts.js';
import { KINDS, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { LANGUAGES, type Language } from '../support/languages/languages.js';
import { startTestCalendar, type TestCalendar, type TestResponse } from '../support/calendar/test-calendar.js';
import { pathAndQueryOf, type ServedPage } from '../support/records/records.js';

/** Query that selects all records of any kind: no window of dates, and terms without events too. */
const ALL_RECORDS_QUERY = 'per_page=50&hide_empty=false&start_date=2000-01-01&end_date=2100-01-01';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
  await loadDemo(calendar.application);
});
afterAll(() => calendar.close());

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
  it.each(KINDS)('has each of its $path once, with its texts and links (3.1, 3.2, 3.4)', async ({ path }) => {
    const records = (await readAll(language, path)).toSorted((left, right) => left.id - right.id);
    expect(records.map(({ id }) => id)).toEqual(demoRecords(path).map((_record, index) => index + 1));
    for (const [index, record] of records.entries()) {
      expect(record).toMatchObject(demoTexts(path, record.id, language));
      const [expected] = demoRecords(path)
        .slice(index, index + 1)
        .map(languagesOf);
      expect(Object.keys(record['ml_translations'] as object)).toEqual(expected);
    }
    if (path !== 'events') return;
    const links = [...demoEvents().values()].map(linkedIds);
    const idsIn = (event: ServedRecord, link: string) => (event[link] as ServedRecord[]).map(({ id }) => id);
    for (const [index, expected] of links.entries())
      for (const [link, ids] of Object.entries(expected))
        expect(idsIn(records[index] as ServedRecord, link)).toEqual(ids);
  });
});
