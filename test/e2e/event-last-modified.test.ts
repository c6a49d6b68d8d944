import { beforeEach, describe, expect, it } from 'vitest';
import { fetchAudit } from '../support/accounts/audit.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { commitWhileBlocked, query } from '../support/database/database-session.js';
import { createRecord, type Kind, type ServedRecord } from '../support/records/kinds.js';

const calendar = useTestCalendar();

/** Sets the clock to a minute. Every write of a test has a minute of its own. */
const setMinute = (minute: number) => calendar.setNow(timeOf(minute).replace(' ', 'T') + 'Z');
const timeOf = (minute: number) => `2030-01-01 10:${String(minute).padStart(2, '0')}:00`;
beforeEach(() => setMinute(0));

const DATES = { start_date: '2030-05-01 19:00', end_date: '2030-05-01 21:00' };
const createEvent = (fields: object) => createRecord(calendar, 'events', { ...DATES, ...fields });

async function update(path: Kind['path'], { id }: ServedRecord, json: object): Promise<void> {
  const { status, body } = await calendar.request('PATCH', `${path}/${id}`, { json });
  expect([status, body['params']]).toEqual([200, undefined]);
}

/** The latest modification of an event in a calendar file, in the format of `timeOf`. */
async function lastModified({ id }: ServedRecord, token: string | null = null) {
  const { text } = await calendar.request('GET', `events.ics?include=${id}`, { token });
  const [, stamp] = /^LAST-MODIFIED:(\w+)Z\r$/m.exec(text) ?? [];
  return stamp?.replace(/^(....)(..)(..)T(..)(..)(..)$/, '$1-$2-$3 $4:$5:$6');
}

it.each([
  ['events', 1],
  ['venues', 2],
  ['organizers', 3],
  ['categories', 4],
  ['tags', 5],
] as const)('LAST-MODIFIED: write to a record of %s, the time of the write (13.9)', async (path, minute) => {
  const linked = {
    venues: await createRecord(calendar, 'venues'),
    organizers: await createRecord(calendar, 'organizers'),
    categories: await createRecord(calendar, 'categories'),
    tags: await createRecord(calendar, 'tags'),
  };
  const links = {
    venue: linked.venues.id,
    organizer: linked.organizers.id,
    categories: linked.categories.id,
    tags: linked.tags.id,
  };
  const [event, secret] = [await createEvent(links), await createEvent({ ...links, password: 'obre' })];
  expect(await lastModified(event)).toBe(timeOf(0));
  setMinute(minute);
  await update(path, path === 'events' ? event : linked[path], {
    description: 'Changed',
    ml_language: 'es',
    ...{
      events: { title: 'Otro' },
      venues: { venue: 'Otro' },
      organizers: { organizer: 'Otro' },
      categories: { name: 'Otro' },
      tags: { name: 'Otro' },
    }[path],
  });
  expect(await lastModified(event)).toBe(timeOf(minute));
  expect(await lastModified(secret)).toBe(timeOf(0));
  if (path !== 'events') expect(await lastModified(secret, ADMIN_TOKEN)).toBe(timeOf(minute));
});

it('LAST-MODIFIED: the publication date of an event or a linked record, once it has passed (13.9)', async () => {
  const venue = await createRecord(calendar, 'venues', { date_utc: timeOf(20) });
  const event = await createEvent({ venue: venue.id, date_utc: timeOf(10) });
  expect(await lastModified(event, ADMIN_TOKEN)).toBe(timeOf(0));
  setMinute(10);
  expect(await lastModified(event)).toBe(timeOf(10));
  setMinute(19);
  expect(await lastModified(event)).toBe(timeOf(10));
  setMinute(20);
  expect(await lastModified(event)).toBe(timeOf(20));
});

/** The event as its editor reads it, and its latest modification as everybody reads it. */
async function stateOf(event: ServedRecord) {
  const { body } = await calendar.request<ServedRecord>('GET', `events/${event.id}`, { token: ADMIN_TOKEN });
  return { modified: String(body['modified_utc']), version: Number(body['version']), last: await lastModified(event) };
}

/** Sends a write a minute after the previous one. Returns the event before and after it. */
async function compare(event: ServedRecord, minute: number, write: () => Promise<unknown>) {
  const before = await stateOf(event);
  setMinute(minute);
  await write();
  const after = await stateOf(event);
  expect([after.last, (after.last ?? '') >= (before.last ?? '')]).toEqual([timeOf(minute), true]);
  return { before, after };
}

const PLACES = [
  ['venues', 'venue'],
  ['organizers', 'organizer'],
] as const;

describe.each(PLACES)('Modification date of events that link %s', (path, link) => {
  const remove = (record: ServedRecord, query = '') => calendar.request('DELETE', `${path}/${record.id}${query}`);

  it.each([
    ['a draft', { status: 'draft' }],
    ['private', { status: 'private' }],
    ['scheduled', { date_utc: timeOf(50) }],
    ['moved to the trash', { status: 'trash' }],
  ])(
    'a record that becomes %s, and public again: the time of the write; version and audit stay (13.9)',
    async (_case, json) => {
      const place = await createRecord(calendar, path);
      const event = await createEvent({ [link]: place.id });
      const secret = await createEvent({ [link]: place.id, password: 'obre' });
      setMinute(1);
      await update(path, place, { description: 'Modified later than the event' });
      expect(await lastModified(event)).toBe(timeOf(1));
      const hidden = await compare(event, 2, () => update(path, place, json));
      const shown = await compare(event, 3, () => update(path, place, { status: 'publish', date_utc: timeOf(0) }));
      const modified = [hidden.before, hidden.after, shown.after].map((state) => state.modified);
      expect(modified).toEqual([timeOf(0), timeOf(2), timeOf(3)]);
      expect(new Set([hidden.before, hidden.after, shown.after].map(({ version }) => version)).size).toBe(1);
      expect(await fetchAudit(calendar, `kind=event&record=${event.id}`)).toHaveLength(1);
      expect(await stateOf(secret)).toMatchObject({ modified: timeOf(0), last: timeOf(0) });
    },
  );

  it('a record that moves to the trash by DELETE: the time of the write (13.9)', async () => {
    const place = await createRecord(calendar, path);
    const event = await createEvent({ [link]: place.id });
    const { before, after } = await compare(event, 1, () => remove(place));
    expect(after).toEqual({ ...before, modified: timeOf(1), last: timeOf(1) });
  });

  it('a draft that moves to the trash, and other writes: the date stays (8.5, 13.9)', async () => {
    const place = await createRecord(calendar, path, { status: 'draft' });
    const event = await createEvent({ status: 'draft', [link]: place.id });
    await update('events', event, { status: 'private' });
    setMinute(1);
    await update(path, place, { description: 'New' });
    await remove(place);
    expect(await stateOf(event)).toMatchObject({ modified: timeOf(0) });
  });

  it('a clock that is set back: the date stays (13.9)', async () => {
    const place = await createRecord(calendar, path);
    const event = await createEvent({ [link]: place.id });
    setMinute(5);
    await update('events', event, { sticky: true });
    setMinute(1);
    await update(path, place, { status: 'draft' });
    expect(await stateOf(event)).toMatchObject({ modified: timeOf(5), version: 2 });
  });

  it('a record that an event publishes: other events that link it have the time of the write (8.8, 13.9)', async () => {
    const place = await createRecord(calendar, path, { status: 'draft' });
    const [publishing, other] = [
      await createEvent({ [link]: place.id, status: 'draft' }),
      await createEvent({ [link]: place.id, status: 'private' }),
    ];
    setMinute(1);
    await update('events', publishing, { status: 'publish' });
    expect(await stateOf(other)).toMatchObject({ modified: timeOf(1), version: 1 });
  });

  it('a record that is unpublished while a link to it is committed: the time of the write (13.9)', async () => {
    const place = await createRecord(calendar, path);
    const event = await createEvent({});
    setMinute(1);
    await commitWhileBlocked(
      calendar.databaseUrl,
      (session) =>
        session.query(
          `insert into event_${path} (event_id, ${link}_id, position) values (${event.id}, ${place.id}, 0)`,
        ),
      () => update(path, place, { status: 'draft' }),
    );
    expect(await stateOf(event)).toMatchObject({ modified: timeOf(1), version: 1 });
  });
});

it('unpublishing a venue and an organizer of the same events concurrently never sets the date back (9.3, 13.9)', async () => {
  calendar.setNow(undefined);
  const [venue, organizer] = [await createRecord(calendar, 'venues'), await createRecord(calendar, 'organizers')];
  const event = await createEvent({ venue: venue.id, organizer: organizer.id });
  const statuses = Array.from({ length: 6 }, (_each, index) => ({ status: index % 2 ? 'publish' : 'draft' }));
  const writes = Promise.all([
    ...[venue, organizer].map(async (record, index) => {
      for (const json of statuses) await update(index ? 'organizers' : 'venues', record, json);
    }),
    ...[0, 1].map(async (index) => {
      for (let step = 0; step < 6; step += 1)
        await update('events', event, { venue: step % 2 ? [venue.id] : [], sticky: (step + index) % 2 === 0 });
    }),
  ]).then(() => true);
  const dates: string[] = [];
  const readDate = async () => {
    const at = `select to_char(modified_at, 'YYYY-MM-DD HH24:MI:SS.US') as at from events where id = ${event.id}`;
    dates.push(...(await query<{ at: string }>(calendar.databaseUrl, at)).map((row) => row.at));
    return false;
  };
  while (!(await Promise.race([writes, readDate()])));
  expect(dates.length).toBeGreaterThan(5);
  expect(dates).toEqual(dates.toSorted());
});

it.each([
  ['venues', 'venue'],
  ['organizers', 'organizer'],
  ['categories', 'categories'],
  ['tags', 'tags'],
  ['events', 'post_parent'],
] as const)(
  'Permanent deletion of a record of %s that an event names: modified now, new version (13.9)',
  async (path, link) => {
    const record = await createRecord(calendar, path);
    const events = [
      await createEvent({ [link]: record.id }),
      await createEvent({ [link]: record.id, password: 'obre' }),
    ];
    for (const [index, event] of events.entries())
      expect([index, (await stateOf(event)).modified]).toEqual([index, timeOf(0)]);
    setMinute(1);
    expect((await calendar.request('DELETE', `${path}/${record.id}?force=true`)).status).toBe(200);
    for (const event of events) {
      expect(await stateOf(event)).toEqual({ modified: timeOf(1), version: 2, last: timeOf(1) });
      expect(await fetchAudit(calendar, `kind=event&record=${event.id}`)).toHaveLength(1);
    }
  },
);

it.each([
  ['venues', 'venue'],
  ['organizers', 'organizer'],
  ['categories', 'categories'],
  ['tags', 'tags'],
] as const)(
  'Update of an event that adds or removes a link to %s: modified now, new version (13.9)',
  async (path, link) => {
    const [first, second] = [await createRecord(calendar, path), await createRecord(calendar, path)];
    const event = await createEvent({ [link]: [first.id] });
    setMinute(1);
    await update(path, first, { description: 'Modified later than the event' });
    const added = await compare(event, 2, () => update('events', event, { [link]: [first.id, second.id] }));
    const removed = await compare(event, 3, () => update('events', event, { [link]: [second.id] }));
    expect(added.after).toMatchObject({ modified: timeOf(2), version: 2 });
    expect(removed.after).toMatchObject({ modified: timeOf(3), version: 3 });
  },
);
