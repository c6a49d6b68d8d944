import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createRecord, KINDS } from '../support/records/kinds.js';
import { readPage, upcomingDates, followPages } from '../support/records/records.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const TERMS = ['categories', 'tags'] as const;
let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

describe('Sort order of lists', () => {
  it.each(TERMS)('%s: a cursor of orderby=include is 400 with another list of ids (7.11)', async (path) => {
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await createRecord(calendar, path)).id);
    const include = ids.join();
    const { body } = await readPage(calendar, `${path}?hide_empty=false&per_page=1&orderby=include&include=${include}`);
    const other = String(body.next_rest_url).replace(encodeURIComponent(include), ids.toReversed().join());
    const { status, body: problem } = await calendar.request('GET', other.replace(calendar.origin, ''));
    expect([status, Object.keys(problem['params'] ?? {})]).toEqual([400, ['after']]);
  });

  it.each(KINDS)('$path: an invalid orderby or order is 400 (7.1)', async ({ path }) => {
    for (const [query, name] of [
      ['orderby=parent', 'orderby'],
      ['orderby=title;drop', 'orderby'],
      ['order=up', 'order'],
      ['order=asc&order=desc', 'order'],
    ] as const) {
      const { status, body } = await calendar.request('GET', `${path}?${query}`);
      expect([query, status, Object.keys(body['params'] ?? {})]).toEqual([query, 400, [name]]);
    }
  });

  it('texts are compared by their first 200 characters, then by id (3.5)', async () => {
    const title = '😀'.repeat(499);
    const long: number[] = [];
    for (const last of ['b', 'a', 'c']) {
      long.push(
        (await createRecord(calendar, 'events', { title: `${title}${last}`, ml_language: 'en', ...upcomingDates() }))
          .id,
      );
    }
    const path = 'events?ml_language=en&ml_fallback=none&orderby=title&per_page=1';
    expect(await followPages(calendar, 'events', path)).toEqual(long);
    expect(await followPages(calendar, 'events', `${path}&order=desc`)).toEqual(long.toReversed());
    const search = encodeURIComponent('😀'.repeat(450));
    expect(await followPages(calendar, 'events', `${path}&search=${search}`)).toEqual(long);
  });
});
