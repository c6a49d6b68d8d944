import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { createRecord, type ServedRecord } from '../support/records/kinds.js';

const calendar = useTestCalendar({ TIMEZONE: 'Europe/Madrid' });

interface ServedEvents extends Record<string, unknown> {
  readonly events: readonly ServedRecord[];
  readonly total: number;
  readonly rest_url: string;
}
const list = async (query: string) => {
  const { status, body } = await calendar.request<ServedEvents>('GET', `events?${query}`, { token: ADMIN_TOKEN });
  expect([status, body['params']]).toEqual([200, undefined]);
  return body;
};
const titles = async (query: string) => (await list(query)).events.map(({ title }) => title).toSorted();

/** Events around Saturday, 22 August 2026. */
const EVENTS: readonly [title: string, start: string, end: string, fields?: object][] = [
  ['night before', '2026-08-21 22:00', '2026-08-22 00:00'],
  ['at midnight', '2026-08-22 00:00', '2026-08-22 00:00'],
  ['evening', '2026-08-22 20:00', '2026-08-22 23:00'],
  ['last second', '2026-08-22 23:59:59', '2026-08-23 02:00'],
  ['summer', '2026-06-01 10:00', '2026-09-30 20:00'],
  ['next day', '2026-08-23 00:00', '2026-08-23 00:00'],
  ...['Europe/Madrid', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'].map((timezone): [string, string, string, object] => [
    `all day in ${timezone}`,
    '2026-08-22',
    '2026-08-22',
    { timezone, all_day: true },
  ]),
];
const ALL_DAY = EVENTS.map(([title]) => title).filter((title) => title.startsWith('all day'));

beforeAll(async () => {
  calendar.setNow('2026-08-21T22:30:00Z');
  for (const [title, start_date, end_date, fields] of EVENTS)
    await createRecord(calendar, 'events', { title, start_date, end_date, ...fields });
});

// The tests of test/model compare lists with all date filters, for random events.
describe('during', () => {
  it.each(['2026-08-22', 'today', '20260822/today', '2026-08-22&strict_dates=true&orderby=title'])(
    'during=%s selects all events of 22 August, whatever the zone of all-day events (7.3)',
    async (period) =>
      expect(await titles(`during=${period}`)).toEqual(
        ['at midnight', 'evening', 'last second', 'summer', ...ALL_DAY].toSorted(),
      ),
  );

  it('in the URLs of a list is the same period without relative dates (5.7)', async () => {
    const { rest_url } = await list('during=today/tomorrow&per_page=1');
    const { searchParams } = new URL(rest_url);
    expect([searchParams.get('during'), searchParams.has('start_date')]).toEqual(['2026-08-22/2026-08-23', false]);
  });
});

describe('Bounds of one day', () => {
  it.each([
    'start_date=2026-08-22&end_date=2026-08-22',
    'start_date=2026-08-21T22:00Z&end_date=2026-08-22T21:59:59Z&strict_dates=1&orderby=title',
  ])('%s contain all-day events of that day in every zone (7.3)', async (query) => {
    expect((await titles(query)).filter((title) => ALL_DAY.includes(String(title)))).toEqual(ALL_DAY.toSorted());
  });

  it('with strict_dates contain an event without duration at midnight only on the day that begins then (7.3)', async () => {
    /** Events within these bounds. `end_date` leaves out those that end later. */
    const titlesWithin = (from: string, to: string) =>
      titles(`ends_after=${from}&starts_before=${to}&strict_dates=true&end_date=2026-08-23 00:00`);
    expect(await titlesWithin('2026-08-22', '2026-08-23')).toEqual(['at midnight', 'evening', ...ALL_DAY].toSorted());
    expect(await titlesWithin('2026-08-21', '2026-08-22')).toEqual(['night before']);
  });
});

it('The default window does not apply to lists of drafts and of the trash (7.2)', async () => {
  const dates = { start_date: '2020-01-01', end_date: '2020-01-01' };
  const { id } = await createRecord(calendar, 'events', { ...dates, title: 'past, in the trash' });
  await calendar.request('DELETE', `events/${id}`);
  await createRecord(calendar, 'events', { ...dates, title: 'past draft', status: 'draft' });
  await createRecord(calendar, 'events', { ...dates, title: 'past, published' });
  for (const [status, expected] of [
    ['trash', ['past, in the trash']],
    ['draft', ['past draft']],
    ['publish,trash', ['past, in the trash', 'past, published']],
    ['publish,future', []],
    ['trash&start_date=today', []],
  ] as const) {
    const found = await titles(`status=${status}&per_page=50`);
    expect([status, found.filter((title) => String(title).startsWith('past'))]).toEqual([status, expected]);
  }
});
