import { describe, expect, it } from 'vitest';
import { query } from '../support/database/database-session.js';
import { createRecord, type ServedRecord } from '../support/records/kinds.js';
import { readPage } from '../support/records/records.js';
import { findWrongCategoryIds, type TermPath } from '../support/term-counts.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const PATHS: readonly TermPath[] = ['categories', 'tags'];

const calendar = useTestCalendar();

const createTerm = (path: TermPath, fields: Record<string, unknown> = {}) => createRecord(calendar, path, fields);
const createEvent = (fields: Record<string, unknown>) => createRecord(calendar, 'events', fields);
const patch = (path: string, json: object) => calendar.request('PATCH', path, { json });
const remove = (path: string) => calendar.request('DELETE', path);
const execute = (statement: string) => query(calendar.databaseUrl, statement);

/** The counts of single terms. Expects a list to have the same counts. */
async function counts(path: TermPath, terms: readonly { id: number }[]): Promise<unknown[]> {
  const single = await Promise.all(
    terms.map(async ({ id }) => (await calendar.request('GET', `${path}/${id}`)).body['count']),
  );
  const ids = terms.map(({ id }) => id).join();
  const { body } = await readPage(calendar, `${path}?include=${ids}&orderby=include&hide_empty=false&per_page=50`);
  expect([path, body[path].map(({ count }) => count)]).toEqual([path, single]);
  return single;
}

describe('Count of a term', () => {
  it.each(PATHS)('of %s follows status, visibility, password and links of events (5.5, 8.6, 8.14)', async (path) => {
    const term = await createTerm(path);
    const { id } = await createEvent({ [path]: [term.id] });
    const countAfter = async (change: () => Promise<unknown>) => {
      await change();
      return (await counts(path, [term]))[0];
    };
    const setStatus = (value: string) => () => patch(`events/${id}`, { status: value });
    const setPasswordHash = (hash: string) => () =>
      execute(`update events set password_hash = ${hash} where id = ${id}`);
    expect(await countAfter(async () => undefined)).toBe(1);
    for (const hidden of ['draft', 'pending', 'private', 'trash']) {
      expect([hidden, await countAfter(setStatus(hidden))]).toEqual([hidden, 0]);
      expect([hidden, await countAfter(setStatus('publish'))]).toEqual([hidden, 1]);
    }
    expect(await countAfter(() => patch(`events/${id}`, { hide_from_listings: true }))).toBe(0);
    expect(await countAfter(() => patch(`events/${id}`, { hide_from_listings: false, description: 'New' }))).toBe(1);
    expect(await countAfter(setPasswordHash(`'hash'`))).toBe(0);
    expect(await countAfter(setPasswordHash('null'))).toBe(1);
    expect(await countAfter(() => patch(`events/${id}`, { [path]: [] }))).toBe(0);
    expect(await countAfter(() => patch(`events/${id}`, { [path]: [term.id] }))).toBe(1);
    expect(await countAfter(() => remove(`events/${id}?force=true`))).toBe(0);
  });

  it.each(PATHS)('of %s rises at the date of a scheduled event, without any write (5.5, 8.7)', async (path) => {
    const term = await createTerm(path);
    await createEvent({ [path]: [term.id], date_utc: '2998-05-01 10:00:00' });
    calendar.setNow('2998-05-01T09:59:59Z');
    expect(await counts(path, [term])).toEqual([0]);
    calendar.setNow('2998-05-01T10:00:00Z');
    expect(await counts(path, [term])).toEqual([1]);
    calendar.setNow(undefined);
  });

  it('is correct after direct writes to the database (5.5)', async () => {
    const tags: ServedRecord[] = [await createTerm('tags'), await createTerm('tags'), await createTerm('tags')];
    const [first, second, third] = tags.map(({ id }) => id);
    const events = [await createEvent({ tags: [first] }), await createEvent({ tags: [first] })]
      .map(({ id }) => id)
      .join();
    await execute(`insert into event_tags select id, ${second}, 7 from events where id in (${events})`);
    expect(await counts('tags', tags)).toEqual([2, 2, 0]);
    await execute(`update event_tags set tag_id = ${third}, position = 8 where tag_id = ${second}`);
    expect(await counts('tags', tags)).toEqual([2, 0, 2]);
    await execute(`update event_tags set position = position + 1 where event_id in (${events})`);
    await execute(
      `delete from event_tags where tag_id = ${first}; update events set published_at = null where id in (${events})`,
    );
    expect(await counts('tags', tags)).toEqual([0, 0, 0]);
    await execute(`update events set published_at = now() - interval '1 year' where id in (${events})`);
    expect(await counts('tags', tags)).toEqual([0, 0, 2]);
    expect(await findWrongCategoryIds(calendar)).toEqual([]);
  });
});

describe('Category ids of a new event', () => {
  it('equal those that triggers compute for the same links (5.5)', async () => {
    const [first, second] = [await createTerm('categories'), await createTerm('categories')];
    const { id } = await createEvent({ categories: [second.id, first.id] });
    const categoryIds = () => execute(`select category_ids from events where id = ${id}`);
    const created = await categoryIds();
    expect(created).toEqual([{ category_ids: [first.id, second.id].map(String) }]);
    await execute(`delete from event_categories where event_id = ${id}`);
    expect(await categoryIds()).toEqual([{ category_ids: [] }]);
    await execute(`insert into event_categories values (${id}, ${second.id}, 0), (${id}, ${first.id}, 1)`);
    expect(await categoryIds()).toEqual(created);
  });
});
