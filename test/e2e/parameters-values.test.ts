import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectInvalidParameters } from '../support/requests/expect-invalid-parameters.js';
import { createRecord } from '../support/records/kinds.js';
import { startTestCalendar, type TestResponse, type TestCalendar } from '../support/calendar/test-calendar.js';

let calendar: TestCalendar;
let event: string;
let venue: string;
let category: string;
let parent: number;
beforeAll(async () => {
  calendar = await startTestCalendar({ TIMEZONE: 'Europe/Madrid' });
  event = `events/${(await createRecord(calendar, 'events')).id}`;
  venue = `venues/${(await createRecord(calendar, 'venues')).id}`;
  category = `categories/${(await createRecord(calendar, 'categories')).id}`;
  parent = (await createRecord(calendar, 'categories')).id;
});
afterAll(() => calendar.close());

/** Creates an event with this start date, as JSON. */
const createStartingAt = (start: unknown, fields = {}): Promise<TestResponse> =>
  calendar.request('POST', 'events', {
    json: { title: 'T', start_date: start, end_date: '9999-12-30 12:00:00', ...fields },
  });

/** Creates an event with this encoded start date, in a form and in a query string. */
const createStartingAtText = async (start: string): Promise<TestResponse[]> => {
  const text = `title=T&end_date=9999-12-30&start_date=${start}`;
  return [await calendar.request('POST', 'events', { form: text }), await calendar.request('POST', `events?${text}`)];
};

/** Status of a response and start of its event: wall-clock time and instant. */
const startOf = ({ status, body }: TestResponse) => [status, body['start_date'], body['starts_at']];

/** The value of a field after an update with JSON, or `rejected` if the field is reported as invalid. */
async function valueAfterUpdate(path: string, field: string, value: unknown): Promise<unknown> {
  return outcomeOf(await calendar.request('PATCH', path, { json: { [field]: value } }), field);
}

/** The same with a form and with the query string. */
async function valuesAfterTextUpdate(path: string, field: string, text: string): Promise<unknown[]> {
  const pair = `${field}=${encodeURIComponent(text)}`;
  const formResponse = await calendar.request('PATCH', path, { form: pair });
  const queryResponse = await calendar.request('PATCH', `${path}?${pair}`);
  return [outcomeOf(formResponse, field), outcomeOf(queryResponse, field)];
}

function outcomeOf(response: TestResponse, field: string): unknown {
  if (response.status === 200) return response.body[field];
  expectInvalidParameters(response, field);
  return 'rejected';
}

describe('Dates', () => {
  it.each([
    ['2026-03-01 10:30', '2026-03-01 10:30:00', '2026-03-01T10:30:00+01:00'],
    ['2026-07-01T10:30:00.5+05:30', '2026-07-01 07:00:00', '2026-07-01T07:00:00+02:00'],
    [1772355600, '2026-03-01 10:00:00', '2026-03-01T10:00:00+01:00'],
    [20260301, '2026-03-01 00:00:00', '2026-03-01T00:00:00+01:00'],
  ])('accept %j in JSON, forms and query strings (2.4)', async (input, local, instant) => {
    for (const response of [await createStartingAt(input), ...(await createStartingAtText(encodeURIComponent(input)))])
      expect(startOf(response)).toEqual([201, local, instant]);
  });

  it('accept an offset whose + is not encoded in forms and query strings (2.4)', async () => {
    for (const response of await createStartingAtText('2026-03-01+10:30:00+02:00'))
      expect(startOf(response)).toEqual([201, '2026-03-01 09:30:00', '2026-03-01T09:30:00+01:00']);
  });

  it('are wall-clock times in the time zone of the parameter (2.4)', async () => {
    const tokyo = await createStartingAt('2026-03-01 10:30', { timezone: 'Asia/Tokyo', date: '2026-01-01 12:00' });
    expect(startOf(tokyo)).toEqual([201, '2026-03-01 10:30:00', '2026-03-01T10:30:00+09:00']);
    expect(tokyo.body).toMatchObject({ date: '2026-01-01 12:00:00', date_utc: '2026-01-01 03:00:00' });
    for (const [field, input, date, date_utc] of [
      ['date', '2026-01-01 12:00', '2026-01-01 12:00:00', '2026-01-01 11:00:00'],
      ['date_utc', '2026-01-01 12:00', '2026-01-01 13:00:00', '2026-01-01 12:00:00'],
      ['date_utc', '2026-01-01T12:00:00+01:00', '2026-01-01 12:00:00', '2026-01-01 11:00:00'],
    ] as const)
      expect(await createRecord(calendar, 'venues', { [field]: input })).toMatchObject({ date, date_utc });
  });

  it.each(['2026-02-30', '2026-03-01 24:00', 'infinity', 'tomorrow', true, {}, ['2026-03-01'], 1e300])(
    'reject %j (2.4)',
    async (input) => {
      expectInvalidParameters(await createStartingAt(input), 'start_date');
      const json = { venue: 'V', date: input, date_utc: input };
      expectInvalidParameters(await calendar.request('POST', 'venues', { json }), 'date', 'date_utc');
    },
  );

  it('reject a wall-clock time on the first or last day if its instant is out of range (2.4)', async () => {
    const last = '9999-12-31 20:00:00';
    expect((await createStartingAt('0001-01-01', { timezone: 'UTC', end_date: last, date: last })).status).toBe(201);
    expectInvalidParameters(await createStartingAt('0001-01-01', { timezone: 'UTC+14' }), 'start_date');
    expectInvalidParameters(await createStartingAt('2026-03-01', { timezone: 'UTC-12', end_date: last }), 'end_date');
    expectInvalidParameters(await createStartingAt('2026-03-01', { timezone: 'UTC-12', date: last }), 'date');
  });
});

describe('Time zones', () => {
  it.each([
    ['europe/MADRID', 'Europe/Madrid', '+02:00'],
    ['Asia/Calcutta', 'Asia/Calcutta', '+05:30'],
    ['utc-3:30', 'UTC-3:30', '-03:30'],
  ])('accept %s as %s (2.5)', async (timezone, served, offset) => {
    const { status, body } = await createStartingAt('2026-07-01 12:00', { timezone });
    expect([status, body['timezone'], body['starts_at']]).toEqual([201, served, `2026-07-01T12:00:00${offset}`]);
  });

  it.each(['Europe/Reus', 'XYZ+25', 5, {}, ['Europe/Madrid']])('reject %j (2.5)', async (timezone) => {
    expectInvalidParameters(await createStartingAt('2026-07-01', { timezone }), 'timezone');
  });
});

describe('Integers', () => {
  it('are JSON numbers or strings of digits, with blanks and leading zeros (2.2)', async () => {
    for (const input of [parent, String(parent), ` ${parent} `, `00${parent}`]) {
      await valueAfterUpdate(category, 'parent', 0);
      expect([input, await valueAfterUpdate(category, 'parent', input)]).toEqual([input, parent]);
      expect([input, await valuesAfterTextUpdate(category, 'parent', String(input))]).toEqual([
        input,
        [parent, parent],
      ]);
    }
  });

  const INVALID_INTEGERS = [
    1.5,
    '1.5',
    '1,5',
    'abc',
    '1e3',
    '0x1',
    '1_000',
    '१',
    '１',
    '1 2',
    '--1',
    true,
    {},
    { a: 1 },
    [1],
    [[1]],
  ];
  const OUT_OF_RANGE = [-1, '-1', 2 ** 53, String(2 ** 53), 1e20, '9'.repeat(400)];

  it.each([...INVALID_INTEGERS, ...OUT_OF_RANGE])('reject %j (2.2)', async (input) => {
    expect(await valueAfterUpdate(category, 'parent', input)).toBe('rejected');
    if (typeof input === 'string')
      expect(await valuesAfterTextUpdate(category, 'parent', input)).toEqual(['rejected', 'rejected']);
  });
});

describe('Booleans', () => {
  it.each([
    [true, [true, 1, 'true', 'TRUE', 'True', '1', 'yes', 'YES', 'on', 'On']],
    [false, [false, 0, 'false', 'FALSE', 'fAlSe', '0', 'no', 'No', 'off', 'OFF']],
  ])('%j has several forms in JSON, forms and query strings (2.2)', async (value, forms) => {
    for (const input of forms) {
      expect(await valueAfterUpdate(event, 'featured', !value)).toBe(!value);
      expect([input, await valueAfterUpdate(event, 'featured', input)]).toEqual([input, value]);
      await valueAfterUpdate(event, 'featured', !value);
      expect([input, await valuesAfterTextUpdate(event, 'featured', String(input))]).toEqual([input, [value, value]]);
      expect((await calendar.request('GET', `categories?hide_empty=${String(input)}`)).status).toBe(200);
    }
  });

  it.each(['maybe', 'y', 't', '2', '-1', '01', 'null', 'undefined', 2, -1, 0.5, {}, { true: true }, [true], ['true']])(
    'reject %j (2.2)',
    async (input) => {
      expect(await valueAfterUpdate(event, 'featured', input)).toBe('rejected');
      if (typeof input === 'string')
        expect(await valuesAfterTextUpdate(event, 'featured', input)).toEqual(['rejected', 'rejected']);
    },
  );

  it('have the same forms in deletions (2.2)', async () => {
    const { id } = await createRecord(calendar, 'venues');
    expect((await calendar.request('DELETE', `venues/${id}?force=perhaps`)).status).toBe(400);
    expect((await calendar.request('DELETE', `venues/${id}?force=Yes`)).status).toBe(200);
    expect((await calendar.request('GET', `venues/${id}`)).status).toBe(404);
  });
});

describe('Texts', () => {
  it.each([
    [43201, '43201'],
    [0, '0'],
    [-1.5, '-1.5'],
    ['0043', '0043'],
    ['true', 'true'],
  ])('accept %j as %j (2.2)', async (input, served) => {
    expect(await valueAfterUpdate(venue, 'zip', input)).toBe(served);
  });

  it.each([true, {}, { text: 'Reus' }, ['Reus'], [43201], [['Reus']]])('reject %j (2.2)', async (input) => {
    for (const field of ['zip', 'venue', 'description'])
      expect(await valueAfterUpdate(venue, field, input)).toBe('rejected');
  });
});
