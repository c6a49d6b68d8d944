import { describe, expect, it } from '@jest/globals';
import { inDays } from '../../../src/demo/demo-days.js';
import type { DemoTime } from '../../../src/demo/demo-records.js';
import { demoSchedule } from '../../../src/demo/demo-schedule.js';

const timesAt = (now: string, time: DemoTime) =>
  demoSchedule({ time, texts: {}, organizers: [], categories: [] }, Date.parse(now) / 1000);

/** A Friday, and a little before midnight where the agenda is from. */
const NOW = '2026-11-20T22:59:59Z';

const daysOf = (time: DemoTime) => {
  const { start_date, end_date } = timesAt(NOW, time);
  return [start_date, end_date];
};

describe('the times of the demo agenda', () => {
  it('11.2 are counted from the day of loading in the town', () => {
    expect(daysOf({ day: inDays(0) })).toEqual(['2026-11-20', '2026-11-20']);
    expect(timesAt('2026-11-20T23:00:00Z', { day: inDays(0) }).start_date).toBe('2026-11-21');
    expect(daysOf({ day: inDays(-12), days: 30 })).toEqual(['2026-11-08', '2026-12-07']);
  });

  it('11.2 are whole days without hours, else last until the hour of the last day, or of the next', () => {
    expect(timesAt(NOW, { day: inDays(1) })).toMatchObject({ all_day: true, timezone: 'Europe/Madrid' });
    expect(daysOf({ day: inDays(1), from: '10:00', to: '11:30' })).toEqual(['2026-11-21 10:00', '2026-11-21 11:30']);
    expect(daysOf({ day: inDays(1), from: '22:00', to: '00:30' })).toEqual(['2026-11-21 22:00', '2026-11-22 00:30']);
    expect(daysOf({ day: inDays(1), days: 2, from: '20:00', to: '10:00' })).toEqual([
      '2026-11-21 20:00',
      '2026-11-22 10:00',
    ]);
  });

  it('11.2 begin with the present hour where they are counted in hours', () => {
    expect(daysOf({ hoursFromNow: 24 })).toEqual([
      String(Date.parse('2026-11-20T22:00:00Z') / 1000),
      String(Date.parse('2026-11-21T22:00:00Z') / 1000),
    ]);
  });
});
