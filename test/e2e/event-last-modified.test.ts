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

/** Updates a record that others are writing. A write that waits for two seconds, on a busy machine, is 503, and the client repeats it. */
async function updateConcurrently(path: Kind['path'], { id }: ServedRecord, json: object): Promise<void> {
  let status = 503;
  while (status === 503) ({ status } = await calendar.request('PATCH', `${path}/${id}`, { json }));
  expect(status).toBe(200);
}

/** The latest modification of an event in a calendar file, in the format of `timeOf`. */
async function lastModified({ id }: ServedRecord, token: string | null = null) {
  const { text } = await calendar.request('GET', `events.ics?include=${id}`, { token });
  const [, stamp] = /^LAST-MODIFIED:(\w+)Z\r$/m.exec(text) ?? [];
  return stamp?.replace(/^(....)(..)(..)T(..)(..)(..)$/, '$1-$2-$3 $4:$5:$6');
}

it.each([
  ['events', 'title', 1],
  ['venues', 'venue', 2],
  ['organizers', 'organizer', 3],
  ['categories', 'name', 4],
  ['tags', 'name', 5],
] as const)(
  'LAST-MODIFIED: write to a record of %s, the time of the write (13.9)',
  async (path, titleField, minute) => {
    const linked = new Map<string, ServedRecord>();
    for (const each of ['venues', 'organizers', 'categories', 'tags'] as const)
      linked.set(each, await createRecord(calendar, each));
    const idOf = (each: string) => linked.get(each)?.id;
    const terms = { categories: idOf('categories'), tags: idOf('tags') };
    const links = { venue: idOf('venues'), organizer: idOf('organizers'), ...terms };
    const [event, secret] = [await createEvent(links), await createEvent({ ...links, password: 'obre' })];
    expect(await lastModified(event)).toBe(timeOf(0));
    setMinute(minute);
    const texts = {
      description: 'Changed',
      ml_language: 'es',
      title: 'Otro',
      venue: 'Otro',
      organizer: 'Otro',
      name: 'Otro',
    };
    const { description, ml_language, [titleField]: title } = texts;
    await update(path, linked.get(path) ?? event, { description, ml_language, [titleField]: title });
    expect(await lastModified(event)).toBe(timeOf(minute));
    expect(await lastModified(secret)).toBe(timeOf(0));
    if (path !== 'events') expect(await lastModified(secret, ADMIN_TOKEN)).toBe(timeOf(minute));
  },
);

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

// The tests of test/model compare the modification dates of events after all kinds of writes to linked records.
describe('Modification date of events that link a venue', () => {
  it('a venue that becomes a draft, and public again: the time of the write; version and audit stay (13.9)', async () => {
    const venue = await createRecord(calendar, 'venues');
    const event = await createEvent({ venue: venue.id });
    const secret = await createEvent({ venue: venue.id, password: 'obre' });
    setMinute(1);
    await update('venues', venue, { description: 'Modified later than the event' });
    expect(await stateOf(event)).toEqual({ modified: timeOf(0), version: 1, last: timeOf(1) });
    for (const [minute, status] of [
      [2, 'draft'],
      [3, 'publish'],
    ] as const) {
      setMinute(minute);
      await update('venues', venue, { status, date_utc: timeOf(0) });
      expect(await stateOf(event)).toEqual({ modified: timeOf(minute), version: 1, last: timeOf(minute) });
    }
    expect(await fetchAudit(calendar, `kind=event&record=${event.id}`)).toHaveLength(1);
    expect(await stateOf(secret)).toMatchObject({ modified: timeOf(0), last: timeOf(0) });
  });

  it('a clock that is set back: the date stays (13.9)', async () => {
    const venue = await createRecord(calendar, 'venues');
    const event = await createEvent({ venue: venue.id });
    setMinute(5);
    await update('events', event, { sticky: true });
    setMinute(1);
    await update('venues', venue, { status: 'draft' });
    expect(await stateOf(event)).toMatchObject({ modified: timeOf(5), version: 2 });
  });

  it('a venue that is unpublished while a link to it is committed: the time of the write (13.9)', async () => {
    const venue = await createRecord(calendar, 'venues');
    const event = await createEvent({});
    setMinute(1);
    const link = `insert into event_venues (event_id, venue_id, position) values (${event.id}, ${venue.id}, 0)`;
    await commitWhileBlocked(
      calendar.databaseUrl,
      (session) => session.query(link),
      () => update('venues', venue, { status: 'draft' }),
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
      for (const json of statuses) await updateConcurrently(index ? 'organizers' : 'venues', record, json);
    }),
    ...[0, 1].map(async (index) => {
      for (let step = 0; step < 6; step += 1)
        await updateConcurrently('events', event, {
          venue: step % 2 ? [venue.id] : [],
          sticky: (step + index) % 2 === 0,
        });
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
    const [open, secret, other] = [
      await createEvent({ [link]: record.id }),
      await createEvent({ [link]: record.id, password: 'obre' }),
      await createEvent({}),
    ];
    setMinute(1);
    expect((await calendar.request('DELETE', `${path}/${record.id}?force=true`)).status).toBe(200);
    expect(await stateOf(other)).toMatchObject({ modified: timeOf(0), version: 1 });
    for (const event of [open, secret]) {
      expect(await stateOf(event)).toEqual({ modified: timeOf(1), version: 2, last: timeOf(1) });
      expect(await fetchAudit(calendar, `kind=event&record=${event.id}`)).toHaveLength(1);
    }
  },
);
