import { describe, expect, it } from 'vitest';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { createRecord, type ServedRecord } from '../support/records/kinds.js';

const calendar = useTestCalendar({ TIMEZONE: 'Europe/Madrid' });

const MEMBERS = ['event_status', 'attendance_mode', 'online_url', 'previous_start_date'];
const DATES = { start_date: '2030-05-01 19:00:00', end_date: '2030-05-01 21:00:00' };
const create = (fields: object = {}) => createRecord(calendar, 'events', { ...DATES, ...fields });
const update = async ({ id }: ServedRecord, json: object) =>
  calendar.request<ServedRecord>('PATCH', `events/${id}`, { json });

describe('Status and attendance of events', () => {
  it('have defaults, and null in an update restores them (13.2)', async () => {
    const event = await create();
    const defaults = ['scheduled', 'offline', null, null];
    expect(MEMBERS.map((name) => event[name])).toEqual(defaults);
    const changed = { event_status: 'Cancelled', attendance_mode: ' MIXED ', online_url: 'HTTPS://sala.example/a b' };
    const { body } = await update(event, { ...changed, previous_start_date: '2030-04-30' });
    expect(MEMBERS.map((name) => body[name])).toEqual([
      'cancelled',
      'mixed',
      'HTTPS://sala.example/a%20b',
      '2030-04-30 00:00:00',
    ]);
    const cleared = await update(event, Object.fromEntries(MEMBERS.map((name) => [name, null])));
    expect(MEMBERS.map((name) => cleared.body[name])).toEqual(defaults);
  });

  it.each([
    ['event_status', 'canceled'],
    ['attendance_mode', 'hybrid'],
    ['online_url', 'ftp://sala.example/'],
    ['online_url', 'https://me:secret@sala.example/'],
    ['previous_start_date', '2030-02-30'],
    ['previous_start_date', '0001-01-01 00:00:00'],
  ])('%s=%s is 400 and named in the error (13.2)', async (name, value) => {
    const event = await create({ timezone: 'Asia/Tokyo' });
    const { status, body } = await update(event, { [name]: value });
    expect([status, Object.keys(body['params'] as object)]).toEqual([400, [name]]);
  });

  it.each([
    ['2030-03-31 02:30:00', '2030-03-31 03:30:00'],
    ['2030-05-01T17:00:00Z', '2030-05-01 19:00:00'],
    [Date.UTC(2030, 0, 1) / 1000, '2030-01-01 01:00:00'],
  ])('previous_start_date %s is stored as %s in the zone of the event (13.2)', async (sent, stored) => {
    expect(await create({ previous_start_date: sent })).toMatchObject({ previous_start_date: stored });
  });

  it.each([
    ['rescheduled with another start', { start_date: '2030-04-30 18:00:00' }, '2030-05-01 19:00:00'],
    ['rescheduled with another start and zone', { start_date: '2030-04-30', timezone: 'UTC' }, '2030-05-01 17:00:00'],
    [
      'rescheduled with another start and previous_start_date null',
      { start_date: '2030-04-30 18:00:00', previous_start_date: null },
      null,
    ],
    [
      'rescheduled with another start and a previous_start_date',
      { start_date: '2030-04-30', previous_start_date: '2030-04-01' },
      '2030-04-01 00:00:00',
    ],
    ['rescheduled with the same start', { start_date: '2030-05-01T17:00:00Z' }, null],
    ['postponed with another start', { start_date: '2030-04-30 18:00:00', event_status: 'postponed' }, null],
  ])('after an update to %s, previous_start_date is %s (13.2)', async (_case, json, expected) => {
    const { body } = await update(await create(), { event_status: 'rescheduled', ...json });
    expect(body).toMatchObject({ previous_start_date: expected });
    const again = { start_date: body['start_date'], event_status: body['event_status'] };
    expect((await update(body, again)).body).toEqual(body);
  });
});
