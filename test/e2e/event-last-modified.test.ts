import { beforeEach, describe, expect, it } from 'vitest';
import { fetchAudit } from '../support/accounts/audit.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { commitWhileBlocked } from '../support/database/database-session.js';
import { createRecord, type Kind, type ServedRecord } from '../support/records/kinds.js';
import { LINK_NAMES, LINKS } from '../support/records/links.js';

const calendar = useTestCalendar();

/** Sets the clock to a number of minutes after 10:00. Writes that a test distinguishes have different minutes. */
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

it.each(LINK_NAMES)(
  'LAST-MODIFIED is the time of the last write to a linked record (%s), unless a password hides the record (13.9)',
  async (link) => {
    const { path, titleField } = LINKS[link];
    const record = await createRecord(calendar, path);
    const event = await createEvent({ [link]: record.id });
    const secret = await createEvent({ [link]: record.id, password: 'obre' });
    setMinute(1);
    await update(path, record, { [titleField]: 'Otro', ml_language: 'es' });
    expect([await lastModified(event), await lastModified(secret)]).toEqual([timeOf(1), timeOf(0)]);
    expect(await lastModified(secret, ADMIN_TOKEN)).toBe(timeOf(1));
  },
);

it('LAST-MODIFIED is the publication date of an event or a linked record, once it has passed (13.9)', async () => {
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

/** Modification date and version of an event, and its LAST-MODIFIED for anonymous callers. */
async function stateOf(event: ServedRecord) {
  const { body } = await calendar.request<ServedRecord>('GET', `events/${event.id}`, { token: ADMIN_TOKEN });
  return { modified: String(body['modified_utc']), version: Number(body['version']), last: await lastModified(event) };
}

// The tests of test/model compare the modification dates of events after all kinds of writes to linked records.
describe('Modification date of an event that links a venue', () => {
  it('is the time of a write that makes the venue a draft or public again; version and audit stay unchanged (13.9)', async () => {
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

  it('does not go back if the clock is set back (13.9)', async () => {
    const venue = await createRecord(calendar, 'venues');
    const event = await createEvent({ venue: venue.id });
    setMinute(5);
    await update('events', event, { sticky: true });
    setMinute(1);
    await update('venues', venue, { status: 'draft' });
    expect(await stateOf(event)).toEqual({ modified: timeOf(5), version: 2, last: timeOf(5) });
  });

  it('is the time of the write if the venue becomes a draft while a link to it is committed (13.9)', async () => {
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

it.each([
  ['venues', 'venue'],
  ['organizers', 'organizer'],
  ['categories', 'categories'],
  ['tags', 'tags'],
  ['events', 'post_parent'],
] as const)(
  'The permanent deletion of a linked record of %s changes modification date and version of the event (13.9)',
  async (path, link) => {
    const record = await createRecord(calendar, path);
    const [open, secret, unlinked] = [
      await createEvent({ [link]: record.id }),
      await createEvent({ [link]: record.id, password: 'obre' }),
      await createEvent({}),
    ];
    setMinute(1);
    expect((await calendar.request('DELETE', `${path}/${record.id}?force=true`)).status).toBe(200);
    expect(await stateOf(unlinked)).toMatchObject({ modified: timeOf(0), version: 1 });
    for (const event of [open, secret]) {
      expect(await stateOf(event)).toEqual({ modified: timeOf(1), version: 2, last: timeOf(1) });
      expect(await fetchAudit(calendar, `kind=event&record=${event.id}`)).toHaveLength(1);
    }
  },
);
