import { describe, expect, it } from 'vitest';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { encodeForm } from '../support/records/field-cases.js';
import { createRecord, type ServedRecord, requiredFieldsOf, KINDS, type Kind } from '../support/records/kinds.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';

const calendar = useTestCalendar({ TIMEZONE: 'Europe/Madrid' });

const createEvent = (start_date: unknown, end_date: unknown, fields: object = {}) =>
  createRecord(calendar, 'events', { start_date, end_date, ...fields });
const update = async ({ id }: ServedRecord, json: object) => {
  const response = await calendar.request<ServedRecord>('PATCH', `events/${id}`, { json });
  expect([response.status, response.body['params']]).toEqual([200, undefined]);
  return response.body;
};
const read = async ({ id }: ServedRecord) =>
  (await calendar.request<ServedRecord>('GET', `events/${id}`, { token: ADMIN_TOKEN })).body;
const start = (event: ServedRecord) => [event['start_date'], event['starts_at']];
const end = (event: ServedRecord) => [event['end_date'], event['ends_at']];

describe('Wall-clock time', () => {
  it.each([
    ['Europe/Madrid', '2026-03-29 02:00:00', '2026-03-29T03:00:00+02:00'],
    ['Australia/Lord_Howe', '2026-10-04 02:15:00', '2026-10-04T02:45:00+11:00'],
  ])('in the gap of a clock change in %s: %s is %s (6.3)', async (timezone, input, instant) => {
    const event = await createEvent(input, input, { timezone });
    const local = instant.slice(0, 19).replace('T', ' ');
    expect([start(event), end(event)]).toEqual([
      [local, instant],
      [local, instant],
    ]);
    expect(await update(event, event)).toEqual(event);
  });

  it('in an overlap is the later instant if sent with its offset, and keeps it when sent back (6.3)', async () => {
    calendar.setNow('2026-10-01T10:00:00Z');
    const event = await createEvent('2026-10-25T02:30:00+01:00', '2026-10-25T02:45:00+01:00');
    expect([start(event), end(event)]).toEqual([
      ['2026-10-25 02:30:00', '2026-10-25T02:30:00+01:00'],
      ['2026-10-25 02:45:00', '2026-10-25T02:45:00+01:00'],
    ]);
    calendar.setNow('2026-10-02T10:00:00Z');
    expect(await update(event, event)).toEqual(event);
    expect(await update(event, { start_date: '2026-10-25 02:30' })).toEqual(event);
    expect(await update(event, { end_date: event['end_date'], timezone: 'Europe/Madrid' })).toEqual(event);
    const longer = await update(event, { end_date: '2026-10-25 03:00' });
    expect([start(longer), end(longer)]).toEqual([start(event), ['2026-10-25 03:00:00', '2026-10-25T03:00:00+01:00']]);
    const earlier = await update(event, { start_date: '2026-10-25 02:31' });
    expect(start(earlier)).toEqual(['2026-10-25 02:31:00', '2026-10-25T02:31:00+02:00']);
    calendar.setNow(undefined);
  });
});

describe('Instant', () => {
  it('is served in the time zone of the event (6.3)', async () => {
    const event = await createEvent('2026-07-01T10:00:00Z', 1782903600, { timezone: 'America/New_York' });
    expect([start(event), end(event)]).toEqual([
      ['2026-07-01 06:00:00', '2026-07-01T06:00:00-04:00'],
      ['2026-07-01 07:00:00', '2026-07-01T07:00:00-04:00'],
    ]);
    const later = await update(event, { end_date: '2026-07-01 13:30+02:00' });
    expect([start(later), end(later)]).toEqual([start(event), ['2026-07-01 07:30:00', '2026-07-01T07:30:00-04:00']]);
  });

  it('sent with another time zone stays the same, unlike a stored wall-clock time (6.3)', async () => {
    const event = await createEvent('2026-07-01 10:00', '2026-07-01 12:00');
    const { starts_at, ends_at } = event;
    const tokyo = await update(event, { timezone: 'Asia/Tokyo', start_date: starts_at, end_date: ends_at });
    expect([start(tokyo), end(tokyo)]).toEqual([
      ['2026-07-01 17:00:00', '2026-07-01T17:00:00+09:00'],
      ['2026-07-01 19:00:00', '2026-07-01T19:00:00+09:00'],
    ]);
    const mixed = await update(tokyo, { timezone: 'UTC', end_date: '2026-07-01T18:00:00Z' });
    expect([start(mixed), end(mixed)]).toEqual([
      ['2026-07-01 17:00:00', '2026-07-01T17:00:00+00:00'],
      ['2026-07-01 18:00:00', '2026-07-01T18:00:00+00:00'],
    ]);
  });
});

describe('Change of the time zone', () => {
  it('keeps the wall-clock times of start and end and the instant of publication (6.3)', async () => {
    const event = await createEvent('2026-07-01 10:00', '2026-07-01 12:00', { date: '2026-06-01 09:00' });
    const cases = [
      ['Pacific/Kiritimati', '+14:00', '2026-06-01 21:00:00'],
      ['Pacific/Pago_Pago', '-11:00', '2026-05-31 20:00:00'],
      ['UTC+5:45', '+05:45', '2026-06-01 12:45:00'],
      ['', '+02:00', '2026-06-01 09:00:00'],
    ];
    for (const [timezone, offset, date] of cases) {
      expect(await update(event, { timezone })).toMatchObject({
        timezone: timezone || 'Europe/Madrid',
        start_date: '2026-07-01 10:00:00',
        starts_at: `2026-07-01T10:00:00${offset}`,
        end_date: '2026-07-01 12:00:00',
        ends_at: `2026-07-01T12:00:00${offset}`,
        date,
        date_utc: '2026-06-01 07:00:00',
      });
    }
  });
});

describe('Start and end', () => {
  it('an update that puts the end before the start is 400 and writes nothing (6.3)', async () => {
    const event = await createEvent('2026-07-01 10:00', '2026-07-01 12:00');
    for (const json of [
      { end_date: '2026-07-01 09:59:59' },
      { start_date: '2026-07-01 12:00:01' },
      { end_date: '2026-07-01T07:59:59Z' },
      { start_date: '2026-07-01T12:00:01+02:00', timezone: 'Europe/Madrid' },
      { start_date: '2026-07-02', all_day: true },
      { start_date: '2026-07-01T11:00:00Z', timezone: 'UTC', end_date: '2026-07-01 10:00' },
    ]) {
      const others = { title: 'Half written', website: 'https://half.example/', featured: true };
      const response = await calendar.request('PATCH', `events/${event.id}`, { json: { ...others, ...json } });
      expectInvalidParameters(response, 'end_date');
      expect(await read(event)).toEqual(event);
    }
  });

  it('a create with the end before the start is 400; an end equal to the start is accepted (6.3)', async () => {
    const json = { title: 'T', start_date: '2026-07-01 10:00', end_date: '2026-07-01 09:59:59' };
    expectInvalidParameters(await calendar.request('POST', 'events', { json }), 'end_date');
    const event = await createEvent('2026-07-01 10:00', '2026-07-01 10:00');
    expect(event['ends_at']).toBe(event['starts_at']);
    // In the overlap of a clock change, an end without offset is the earlier of the two instants.
    const inOverlap = { title: 'T', start_date: '2026-10-25T02:30:00+01:00', end_date: '2026-10-25 02:45' };
    expectInvalidParameters(await calendar.request('POST', 'events', { json: inOverlap }), 'end_date');
  });
});

describe('all_day', () => {
  it('extends start and end to whole days, which stay when it is unset (6.3)', async () => {
    const event = await createEvent('2026-07-01 10:00', '2026-07-02 12:00', { timezone: 'America/New_York' });
    const whole = await update(event, { all_day: 'yes' });
    const times = [
      ['2026-07-01 00:00:00', '2026-07-01T00:00:00-04:00'],
      ['2026-07-02 23:59:59', '2026-07-02T23:59:59-04:00'],
    ];
    expect([start(whole), end(whole), whole['all_day']]).toEqual([...times, true]);
    const part = await update(event, { all_day: false });
    expect([start(part), end(part), part['all_day']]).toEqual([...times, false]);
    await update(event, { all_day: true });
    const moved = await update(event, { start_date: '2026-07-02 09:00' });
    expect(start(moved)).toEqual(['2026-07-02 00:00:00', '2026-07-02T00:00:00-04:00']);
    const oneDay = await update(event, { start_date: '2026-07-01 20:00', end_date: '2026-07-01 10:00' });
    expect([start(oneDay), end(oneDay)[0]]).toEqual([times[0], '2026-07-01 23:59:59']);
  });

  it('takes the days of instants in the time zone of the event (6.3)', async () => {
    const input = { timezone: 'America/New_York', all_day: true };
    const event = await createEvent('2026-05-01T03:00:00Z', '2026-05-01T03:59:59Z', input);
    expect([event['start_date'], event['end_date']]).toEqual(['2026-04-30 00:00:00', '2026-04-30 23:59:59']);
  });
});

describe('Update with the times as read', () => {
  it.each([
    [
      'the later of two instants with the same wall-clock time',
      { start_date: '2026-11-01T01:30:00-05:00', timezone: 'America/New_York' },
    ],
    ['an offset with seconds', { start_date: '1890-01-01 10:00', timezone: 'Europe/Madrid' }],
    ['the first year', { start_date: '0001-01-02 10:00', timezone: 'Pacific/Pago_Pago' }],
    ['the last year', { start_date: '9999-12-30 10:00', timezone: 'UTC-12' }],
    ['an alias of a time zone', { start_date: '2026-07-01', timezone: 'asia/calcutta' }],
  ])('changes nothing: %s (6.2)', async (_case, fields) => {
    calendar.setNow('2026-03-01T10:00:00Z');
    const event = await createEvent(fields.start_date, fields.start_date, fields);
    calendar.setNow('2026-03-02T10:00:00Z');
    expect(await update(event, event)).toEqual(event);
    const { start_date, end_date, timezone, all_day, date, date_utc } = event;
    const form = encodeForm({ start_date, end_date, timezone, all_day, date, date_utc });
    const { status, body } = await calendar.request('PATCH', `events/${event.id}`, { form });
    expect([status, body]).toEqual([200, event]);
    calendar.setNow(undefined);
  });
});

const PUBLISHABLE = KINDS.filter(({ isPublishable }) => isPublishable).map((kind) => [kind.path, kind] as const);

type Path = Kind['path'];
const send = (path: Path, { id }: ServedRecord, json: object) =>
  calendar.request<ServedRecord>('PATCH', `${path}/${id}`, { json });
const updateRecord = async (path: Path, record: ServedRecord, json: object) => {
  const response = await send(path, record, json);
  expect([response.status, response.body['params']]).toEqual([200, undefined]);
  return response.body;
};
const dates = ({ date, date_utc }: ServedRecord) => [date, date_utc];
const DATES = ['date', 'date_utc'];
const NO_DATES = [null, null];

describe.each(PUBLISHABLE)('Publication date of %s', (path, kind) => {
  it.each([
    [{ date: '2026-07-01 12:00' }, ['2026-07-01 12:00:00', '2026-07-01 10:00:00']],
    [{ date: '2026-07-01T12:00:00-05:00' }, ['2026-07-01 19:00:00', '2026-07-01 17:00:00']],
    [{ date_utc: '2026-07-01T12:00:00+02:00' }, ['2026-07-01 12:00:00', '2026-07-01 10:00:00']],
    [{ date: '2026-03-29 02:30' }, ['2026-03-29 03:30:00', '2026-03-29 01:30:00']],
    [{ date: '2026-07-01T12:00Z', date_utc: 1782907200 }, ['2026-07-01 14:00:00', '2026-07-01 12:00:00']],
  ])('is the same instant in date and date_utc: %j (6.4)', async (input, expected) => {
    const created = await createRecord(calendar, path, input);
    expect(dates(created)).toEqual(expected);
    const other = await createRecord(calendar, path, { date: '2020-01-01' });
    expect(dates(await updateRecord(path, other, input))).toEqual(expected);
  });

  it('is 400 if date and date_utc contradict each other (6.4)', async () => {
    const record = await createRecord(calendar, path, { date: '2026-07-01 12:00' });
    for (const input of [
      { date: '2026-07-02 12:00', date_utc: '2026-07-02 12:00' },
      { date: '2026-07-02 12:00', date_utc: '2026-07-02 10:00:01' },
      { date: '2026-07-02T12:00Z', date_utc: '2026-07-02T12:00+01:00' },
    ]) {
      expectInvalidParameters(await send(path, record, { ...input, description: 'Never written' }), ...DATES);
      const json = requiredFieldsOf(kind, input);
      expectInvalidParameters(await calendar.request('POST', path, { json }), ...DATES);
    }
    expect((await calendar.request('GET', `${path}/${record.id}`, { token: ADMIN_TOKEN })).body).toEqual(record);
  });

  it('counts as not sent if it equals the stored value (6.2)', async () => {
    const record = await createRecord(calendar, path, { date_utc: '2025-10-26 01:30' });
    // 02:30 occurred twice in that night. This is the later instant.
    expect(dates(record)).toEqual(['2025-10-26 02:30:00', '2025-10-26 01:30:00']);
    expect(await updateRecord(path, record, record)).toEqual(record);
    expect(await updateRecord(path, record, { date: record['date'] })).toEqual(record);
    const local = await updateRecord(path, record, { date: '2025-11-01 12:00', date_utc: record['date_utc'] });
    expect(dates(local)).toEqual(['2025-11-01 12:00:00', '2025-11-01 11:00:00']);
    const utc = await updateRecord(path, local, { date: local['date'], date_utc: '2025-12-01 12:00' });
    expect(dates(utc)).toEqual(['2025-12-01 13:00:00', '2025-12-01 12:00:00']);
    const cleared = await updateRecord(path, utc, { date: null, date_utc: utc['date_utc'], status: 'draft' });
    expect(dates(cleared)).toEqual(NO_DATES);
  });
});

describe('Publication date of an event', () => {
  it('is read in the time zone of the event, also if the same request changes the zone (6.4)', async () => {
    const tokyo = await createRecord(calendar, 'events', { date: '2026-07-01 12:00', timezone: 'Asia/Tokyo' });
    expect(dates(tokyo)).toEqual(['2026-07-01 12:00:00', '2026-07-01 03:00:00']);
    const moved = await updateRecord('events', tokyo, { date: '2026-07-02 12:00', timezone: 'America/New_York' });
    expect(dates(moved)).toEqual(['2026-07-02 12:00:00', '2026-07-02 16:00:00']);
    const both = { date: '2026-07-02 12:00', date_utc: '2026-07-02 03:00', timezone: 'America/New_York' };
    expectInvalidParameters(
      await calendar.request('POST', 'events', { json: requiredFieldsOf(KINDS[0] as Kind, both) }),
      ...DATES,
    );
    await createRecord(calendar, 'events', { ...both, timezone: 'Asia/Tokyo' });
  });
});

describe.each(PUBLISHABLE)('Author of %s', (path) => {
  it('is the caller if the request has an empty author (6.4)', async () => {
    const token = await calendar.createToken('editor');
    const { author: editor } = await createRecord(calendar, path, {}, { token });
    expect(editor).toBeGreaterThan(1);
    for (const author of [null, '', []])
      expect((await createRecord(calendar, path, { author }, { token }))['author']).toBe(editor);
  });
});
