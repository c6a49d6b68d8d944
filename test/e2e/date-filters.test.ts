import { beforeAll, expect, it } from 'vitest';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { createRecord } from '../support/records/kinds.js';
import { readPage } from '../support/records/records.js';

const calendar = useTestCalendar({ TIMEZONE: 'Europe/Madrid' });

/** Events around Saturday, 22 August 2026, and whether they take place on that day. */
const EVENTS: readonly [title: string, isOnDay: boolean, start: string, end: string, fields?: object][] = [
  ['night before', false, '2026-08-21 22:00', '2026-08-22 00:00'],
  ['at midnight', true, '2026-08-22 00:00', '2026-08-22 00:00'],
  ['last second', true, '2026-08-22 23:59:59', '2026-08-23 02:00'],
  ['next day', false, '2026-08-23 00:00', '2026-08-23 00:00'],
  ['all day in the east', true, '2026-08-22', '2026-08-22', { timezone: 'Pacific/Kiritimati', all_day: true }],
  ['all day in the west', true, '2026-08-22', '2026-08-22', { timezone: 'Pacific/Pago_Pago', all_day: true }],
];

beforeAll(async () => {
  calendar.setNow('2026-08-21T22:30:00Z');
  for (const [title, , start_date, end_date, fields] of EVENTS)
    await createRecord(calendar, 'events', { title, start_date, end_date, ...fields });
});

// The tests of test/model compare lists with all date filters, for random events.
it.each(['2026-08-22', 'today', '20260822/today', '2026-08-22&strict_dates=true'])(
  'during=%s selects all events of 22 August, whatever the zone of all-day events (7.3)',
  async (period) => {
    const { body } = await readPage(calendar, `events?orderby=title&during=${period}`);
    const expected = EVENTS.filter(([, isOnDay]) => isOnDay).map(([title]) => title);
    expect(body.events.map(({ title }) => title)).toEqual(expected.toSorted());
    expect(new URL(body.rest_url).searchParams.get('during')).toMatch(/^2026-08-22(\/2026-08-22)?$/);
  },
);
