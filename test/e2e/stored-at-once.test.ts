import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '../support/database/database-session.js';
import { createRecord } from '../support/records/kinds.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

describe('Category ids of a new event', () => {
  it('equal those that triggers compute for the same links (5.5)', async () => {
    const [first, second] = [await createRecord(calendar, 'categories'), await createRecord(calendar, 'categories')];
    const { id } = await createRecord(calendar, 'events', { categories: [second.id, first.id] });
    const run = (statement: string) => query(calendar.databaseUrl, statement);
    const categoryIds = () => run(`select category_ids from events where id = ${id}`);
    const created = await categoryIds();
    expect(created).toEqual([{ category_ids: [first.id, second.id].map(String) }]);
    await run(`delete from event_categories where event_id = ${id}`);
    expect(await categoryIds()).toEqual([{ category_ids: [] }]);
    await run(`insert into event_categories values (${id}, ${second.id}, 0), (${id}, ${first.id}, 1)`);
    expect(await categoryIds()).toEqual(created);
  });
});
