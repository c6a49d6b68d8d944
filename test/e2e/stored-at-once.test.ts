import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '../support/database-session.js';
import { createRecord, uniqueName } from '../support/kinds.js';
import { upcomingDates } from '../support/records.js';
import { startTestCalendar, type TestCalendar } from '../support/test-calendar.js';

let calendar: TestCalendar;
let links: Readonly<Record<'venue' | 'organizer' | 'categories' | 'tags', readonly number[]>>;
beforeAll(async () => {
  calendar = await startTestCalendar();
  const two = async (path: 'venues' | 'organizers' | 'categories' | 'tags') => {
    const [first, second] = [await createRecord(calendar, path), await createRecord(calendar, path)];
    return [second.id, first.id];
  };
  links = {
    venue: await two('venues'),
    organizer: await two('organizers'),
    categories: await two('categories'),
    tags: await two('tags'),
  };
});
afterAll(() => calendar.close());

/** What an event knows of its links. */
const knownOf = (id: number) =>
  query(calendar.databaseUrl, `select category_ids::text, tag_ids::text from events where id = ${id}`);

/** Takes the links away and stores them by themselves, so that the database has to tell all of it. */
const linkAnew = (id: number) =>
  query(
    calendar.databaseUrl,
    ['venue', 'organizer', 'category', 'tag']
      .map((kind) => [kind, kind === 'category' ? 'event_categories' : `event_${kind}s`])
      .map(
        ([kind, table]) => `
          create temporary table links as select event_id, ${kind}_id, position from ${table} where event_id = ${id};
          delete from ${table} where event_id = ${id};
          insert into ${table} (event_id, ${kind}_id, position) select * from links;
          drop table links`,
      )
      .join(';'),
  );

describe('what a new event brings along', () => {
  it.each([
    ['published', {}],
    ['to be published', { date: '2031-01-01 10:00:00' }],
    ['a draft', { status: 'draft' }],
    ['a draft with a date', { status: 'draft', date: '2026-01-01 10:00:00' }],
    ['private', { status: 'private' }],
    ['hidden', { hide_from_listings: true }],
    ['protected', { password: 'Sesam' }],
  ])('6.8 6.9 7.10 7.11 is what the database would find, where it is %s', async (_how, fields) => {
    const json = { title: uniqueName('Concert'), ...upcomingDates(), ...links, ...fields };
    const { status, body } = await calendar.request<{ id: number }>('POST', 'events', { json });
    expect([status, body]).toEqual([201, expect.anything()]);
    const brought = await knownOf(body.id);
    const ids = (linked: readonly number[]) => `{${linked.toSorted((one, other) => one - other).join()}}`;
    expect(brought).toMatchObject([{ category_ids: ids(links.categories), tag_ids: ids(links.tags) }]);
    await linkAnew(body.id);
    expect(await knownOf(body.id)).toEqual(brought);
  });
});
