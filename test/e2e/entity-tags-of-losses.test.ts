import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createUser, USERS_PATH } from '../support/accounts/accounts.js';
import { readVersion } from '../support/requests/entity-tags.js';
import { createRecord } from '../support/records/kinds.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

describe('Version of a record that loses a reference', () => {
  it.each(['venues', 'organizers', 'categories', 'tags'] as const)(
    'is incremented for events linked to a permanently deleted record of %s (12.1)',
    async (path) => {
      const [going, staying] = [await createRecord(calendar, path), await createRecord(calendar, path)];
      const name = { venues: 'venue', organizers: 'organizer', categories: 'categories', tags: 'tags' }[path];
      const events = [[going.id], [staying.id], [staying.id, going.id], []];
      const made = await Promise.all(events.map((ids) => createRecord(calendar, 'events', { [name]: ids })));
      expect((await calendar.request('DELETE', `${path}/${going.id}?force=true`)).status).toBe(200);
      const versions = await Promise.all(made.map(({ id }) => readVersion(calendar, `events/${id}`)));
      expect(versions).toEqual([2, 1, 2, 1]);
    },
  );

  it('is incremented for the children of a deleted category, but not for deeper descendants (12.1)', async () => {
    const top = await createRecord(calendar, 'categories');
    const middle = await createRecord(calendar, 'categories', { parent: top.id });
    const low = await createRecord(calendar, 'categories', { parent: middle.id });
    const event = await createRecord(calendar, 'events', { categories: low.id });
    await calendar.request('DELETE', `categories/${top.id}`);
    const paths = [`categories/${middle.id}`, `categories/${low.id}`, `events/${event.id}`];
    expect(await Promise.all(paths.map((path) => readVersion(calendar, path)))).toEqual([2, 1, 1]);
  });

  it('is incremented for the children of a deleted event and for the records of a removed user (12.1)', async () => {
    const { id, token } = await createUser(calendar, 'author');
    const parent = await createRecord(calendar, 'events');
    const fields = { post_parent: parent.id };
    const child = `events/${(await createRecord(calendar, 'events', fields, { token })).id}`;
    const venue = `venues/${(await createRecord(calendar, 'venues', {}, { token })).id}`;
    const organizer = `organizers/${(await createRecord(calendar, 'organizers', {}, { token })).id}`;
    await calendar.request('DELETE', `events/${parent.id}?force=true`);
    expect(await readVersion(calendar, child)).toBe(2);
    await calendar.request('DELETE', `${USERS_PATH}/${id}`);
    const versions = await Promise.all([child, venue, organizer].map((path) => readVersion(calendar, path)));
    expect(versions).toEqual([3, 2, 2]);
    expect((await calendar.request('GET', child)).body).toMatchObject({ author: null, post_parent: null });
  });
});
