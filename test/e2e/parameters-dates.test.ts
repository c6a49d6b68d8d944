import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord } from '../support/records/kinds.js';
import { startTestCalendar, type TestResponse, type TestCalendar } from '../support/calendar/test-calendar.js';

const LAST = '9999-12-30 12:00:00';

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar({ TIMEZONE: 'Europe/Madrid' });
});
afterAll(() => calendar.close());

/** Creates an event with this start date, as JSON. */
const startingAt = (start: unknown, fields = {}): Promise<TestResponse> =>
  calendar.request('POST', 'events', { json: { title: 'T', start_date: start, end_date: LAST, ...fields } });

/** Status of a response and start of its event: wall-clock time and instant. */
const startOf = ({ status, body }: TestResponse) => [status, body['start_date'], body['starts_at']];

const form = (start: string) => `title=T&end_date=${encodeURIComponent(LAST)}&start_date=${start}`;

describe('Date parameters', () => {
  it.each([
    ['2026-03-01 10:30', '2026-03-01 10:30:00', '2026-03-01T10:30:00+01:00'],
    ['2026-03-01 10:30:15', '2026-03-01 10:30:15', '2026-03-01T10:30:15+01:00'],
    ['2026-03-01', '2026-03-01 00:00:00', '2026-03-01T00:00:00+01:00'],
    ['2026-03-01T10:30', '2026-03-01 10:30:00', '2026-03-01T10:30:00+01:00'],
    ['2026-03-01T10:30:15', '2026-03-01 10:30:15', '2026-03-01T10:30:15+01:00'],
    ['2026-03-01 10:30:15.999', '2026-03-01 10:30:15', '2026-03-01T10:30:15+01:00'],
    ['2026-03-01T10:30:15.123456789', '2026-03-01 10:30:15', '2026-03-01T10:30:15+01:00'],
    ['2026-03-01T10:30:00Z', '2026-03-01 11:30:00', '2026-03-01T11:30:00+01:00'],
    ['2026-03-01T10:30:00.9Z', '2026-03-01 11:30:00', '2026-03-01T11:30:00+01:00'],
    ['2026-03-01 10:30Z', '2026-03-01 11:30:00', '2026-03-01T11:30:00+01:00'],
    ['2026-03-01T10:30:00+02:00', '2026-03-01 09:30:00', '2026-03-01T09:30:00+01:00'],
    ['2026-03-01 10:30:00-05:00', '2026-03-01 16:30:00', '2026-03-01T16:30:00+01:00'],
    ['2026-03-01T10:30:00.5+05:30', '2026-03-01 06:00:00', '2026-03-01T06:00:00+01:00'],
    ['1772355600', '2026-03-01 10:00:00', '2026-03-01T10:00:00+01:00'],
    ['1772355600.9', '2026-03-01 10:00:00', '2026-03-01T10:00:00+01:00'],
    ['20260301', '2026-03-01 00:00:00', '2026-03-01T00:00:00+01:00'],
    ['20261399', '1970-08-23 13:09:59', '1970-08-23T13:09:59+01:00'],
    ['0', '1970-01-01 01:00:00', '1970-01-01T01:00:00+01:00'],
    ['1970-01-01', '1970-01-01 00:00:00', '1970-01-01T00:00:00+01:00'],
    ['1970-01-01T00:00:00Z', '1970-01-01 01:00:00', '1970-01-01T01:00:00+01:00'],
    ['2028-02-29 00:00', '2028-02-29 00:00:00', '2028-02-29T00:00:00+01:00'],
    ['2026-07-01 10:30', '2026-07-01 10:30:00', '2026-07-01T10:30:00+02:00'],
    [' 2026-03-01 10:30 ', '2026-03-01 10:30:00', '2026-03-01T10:30:00+01:00'],
  ])('accept %s (2.4)', async (sent, local, instant) => {
    const expected = [201, local, instant];
    expect(startOf(await startingAt(sent))).toEqual(expected);
    expect(startOf(await calendar.request('POST', 'events', { form: form(encodeURIComponent(sent)) }))).toEqual(
      expected,
    );
    expect(startOf(await calendar.request('POST', `events?${form(encodeURIComponent(sent))}`))).toEqual(expected);
  });

  it.each([
    [1772355600, '2026-03-01 10:00:00'],
    [1772355600.9, '2026-03-01 10:00:00'],
    [20260301, '2026-03-01 00:00:00'],
    [0, '1970-01-01 01:00:00'],
  ])('accept the JSON number %j (2.4)', async (sent, local) => {
    expect((await startingAt(sent)).body['start_date']).toBe(local);
  });

  it('read a space before an offset as + (2.4)', async () => {
    const expected = [201, '2026-03-01 09:30:00', '2026-03-01T09:30:00+01:00'];
    expect(startOf(await startingAt('2026-03-01T10:30:00 02:00'))).toEqual(expected);
    for (const text of ['2026-03-01T10:30:00+02:00', '2026-03-01+10:30:00+02:00', '2026-03-01T10:30+02:00']) {
      expect(startOf(await calendar.request('POST', 'events', { form: form(text) }))).toEqual(expected);
      expect(startOf(await calendar.request('POST', `events?${form(text)}`))).toEqual(expected);
    }
  });

  it('keep an instant in the time zone of the event, also if its wall-clock time occurs twice (2.4)', async () => {
    const tokyo = await startingAt('2026-03-01T10:30:00Z', { timezone: 'Asia/Tokyo' });
    expect(startOf(tokyo)).toEqual([201, '2026-03-01 19:30:00', '2026-03-01T19:30:00+09:00']);
    const seconds = await startingAt(1772355600, { timezone: 'America/New_York' });
    expect(startOf(seconds)).toEqual([201, '2026-03-01 04:00:00', '2026-03-01T04:00:00-05:00']);
    const earlier = await startingAt('2026-10-25T02:30:00+02:00');
    expect(startOf(earlier)).toEqual([201, '2026-10-25 02:30:00', '2026-10-25T02:30:00+02:00']);
    const later = await startingAt('2026-10-25T02:30:00+01:00');
    expect(startOf(later)).toEqual([201, '2026-10-25 02:30:00', '2026-10-25T02:30:00+01:00']);
  });

  it('read a wall-clock time in the time zone of the parameter (2.4)', async () => {
    const event = await startingAt('2026-03-01 10:30', { timezone: 'Asia/Tokyo' });
    expect(startOf(event)).toEqual([201, '2026-03-01 10:30:00', '2026-03-01T10:30:00+09:00']);
    const published = await startingAt('2026-03-01', { timezone: 'Asia/Tokyo', date: '2026-01-01 12:00' });
    expect(published.body).toMatchObject({ date: '2026-01-01 12:00:00', date_utc: '2026-01-01 03:00:00' });
    const inUtc = await createRecord(calendar, 'venues', { date_utc: '2026-01-01 12:00' });
    expect(inUtc).toMatchObject({ date: '2026-01-01 13:00:00', date_utc: '2026-01-01 12:00:00' });
    const inMadrid = await createRecord(calendar, 'venues', { date: '2026-01-01 12:00' });
    expect(inMadrid).toMatchObject({ date: '2026-01-01 12:00:00', date_utc: '2026-01-01 11:00:00' });
    const instant = await createRecord(calendar, 'venues', { date_utc: '2026-01-01T12:00:00+01:00' });
    expect(instant).toMatchObject({ date: '2026-01-01 12:00:00', date_utc: '2026-01-01 11:00:00' });
  });

  it.each([
    '2026-02-30',
    '2026-02-30 10:00:00',
    '2026-02-30T10:00:00Z',
    '2027-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-03-01 24:00',
    '2026-03-01 25:00',
    '2026-03-01 10:60',
    '2026-03-01 10:00:00+99:99',
    '2026-03-01T',
    '2026-03-01T10',
    '2026-3-1',
    '26-03-01',
    '01/03/2026',
    '1 March 2026',
    '2026-W10-1',
    '2026-060',
    '0000-01-01',
    '+276000-01-01',
    '10000-01-01',
    '99999999999999999999',
    '1e9',
    'infinity',
    '-infinity',
    'epoch',
    'allballs',
    'today',
    'tomorrow',
    'now',
    '+1 day',
    'tomorrow; drop table events',
    '2026-03-01\u0000',
    '2026-03-01 10:00 Europe/Madrid',
    '２０２６-03-01',
  ])('reject %j (2.4)', async (sent) => {
    expectInvalidParameters(await startingAt(sent), 'start_date');
    expectInvalidParameters(
      await calendar.request('POST', 'events', { form: form(encodeURIComponent(sent)) }),
      'start_date',
    );
    const fields = { date: sent, date_utc: sent };
    expectInvalidParameters(
      await calendar.request('POST', 'venues', { json: { venue: 'V', ...fields } }),
      'date',
      'date_utc',
    );
  });

  it('reject a wall-clock time on the first or last day if its instant is out of range (2.4)', async () => {
    const far = { start_date: '0001-01-01', end_date: '9999-12-31 12:00:00' };
    const post = (path: string, json: object) => calendar.request('POST', path, { json });
    expect((await post('events', { title: 'T', ...far, timezone: 'UTC' })).status).toBe(201);
    expectInvalidParameters(await post('events', { title: 'T', ...far, timezone: 'UTC+14' }), 'start_date');
    expectInvalidParameters(await post('events', { title: 'T', ...far, timezone: 'UTC-12' }), 'end_date');
    const late = { date: '9999-12-31 20:00:00', timezone: 'America/New_York', start_date: '2026-03-01' };
    expectInvalidParameters(await startingAt('2026-03-01', late), 'date');
  });

  it.each([true, {}, { date: '2026-03-01' }, ['2026-03-01'], [2026, 3, 1], 1e300, -1e300])(
    'reject the JSON value %j (2.4)',
    async (sent) => {
      expectInvalidParameters(await startingAt(sent), 'start_date');
    },
  );
});
