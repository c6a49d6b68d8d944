import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { startTestCalendar, type TestResponse, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

/** Creates an event with this start date, as JSON. */
const startingAt = (start: string, fields: object): Promise<TestResponse> =>
  calendar.request('POST', 'events', { json: { title: 'T', start_date: start, end_date: '2030-01-01', ...fields } });

describe('Time zone parameters', () => {
  const zoneOf = async (timezone: unknown) => {
    const { status, body } = await startingAt('2026-07-01 12:00', { timezone });
    return [status, body['timezone'], String(body['starts_at']).slice(19)];
  };

  it.each([
    ['Europe/Madrid', 'Europe/Madrid', '+02:00'],
    ['europe/MADRID', 'Europe/Madrid', '+02:00'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires', '-03:00'],
    ['america/argentina/buenos_aires', 'America/Argentina/Buenos_Aires', '-03:00'],
    ['Asia/Calcutta', 'Asia/Calcutta', '+05:30'],
    ['Asia/Kolkata', 'Asia/Kolkata', '+05:30'],
    ['Etc/GMT+5', 'Etc/GMT+5', '-05:00'],
    ['UTC', 'UTC', '+00:00'],
    ['utc', 'UTC', '+00:00'],
    ['UTC+2', 'UTC+2', '+02:00'],
    ['utc+2', 'UTC+2', '+02:00'],
    ['UTC-3:30', 'UTC-3:30', '-03:30'],
    ['UTC+5:45', 'UTC+5:45', '+05:45'],
    ['UTC+14', 'UTC+14', '+14:00'],
    ['UTC-12', 'UTC-12', '-12:00'],
  ])('accept %s (2.5)', async (sent, served, offset) => {
    expect(await zoneOf(sent)).toEqual([201, served, offset]);
  });

  it.each([
    'Madrid',
    'Europe/Reus',
    'CEST',
    'Mars/Olympus',
    '+02:00',
    '02:00',
    '2',
    'GMT+2',
    'XYZ+25',
    'UTC+25',
    'UTC+2:75',
    'UTC+2:5',
    'UTC 2',
    'UTC+',
    'posixrules',
    'SystemV/EST5',
    '../etc/passwd',
    'Europe/Madrid; drop table events',
    'Europe/Madrid\u0000',
    'a'.repeat(10_000),
    5,
    true,
    {},
    ['Europe/Madrid'],
  ])('reject %.40j (2.5)', async (timezone) => {
    expectInvalidParameters(await startingAt('2026-07-01', { timezone }), 'timezone');
  });

  it('accept an offset with an encoded + in a query string (2.5)', async () => {
    const answer = await calendar.request(
      'POST',
      `events?title=T&start_date=2026-07-01&end_date=2026-07-02&timezone=UTC%2B2`,
    );
    expect([answer.status, answer.body['timezone']]).toEqual([201, 'UTC+2']);
  });
});
