import { epochToLocal } from '../kernel/time/local-time.js';
import { dateOf, toDayNumber } from './demo-day-numbers.js';
import type { DemoEvent } from './demo-records.js';

/** The zone of the town. */
export const TOWN_ZONE = 'Europe/Madrid';

const SECONDS_PER_HOUR = 3600;

/** When an event is, as parameters of a request. */
export interface DemoSchedule {
  readonly start_date: string;
  readonly end_date: string;
  readonly timezone: string;
  readonly all_day: boolean;
}

/**
 * When an event is that is loaded at a moment.
 * @param now epoch seconds
 * @example demoSchedule({ time: { day: inDays(1), from: '22:00', to: '01:00' }, … }, now)
 * // { start_date: '2026-03-02 22:00', end_date: '2026-03-03 01:00', timezone: 'Europe/Madrid', all_day: false }
 */
export function demoSchedule({ time, timezone = TOWN_ZONE }: DemoEvent, now: number): DemoSchedule {
  if ('hoursFromNow' in time) {
    const start = now - (now % SECONDS_PER_HOUR);
    return {
      start_date: String(start),
      end_date: String(start + time.hoursFromNow * SECONDS_PER_HOUR),
      timezone,
      all_day: false,
    };
  }
  const start = time.day(toDayNumber(epochToLocal(now, TOWN_ZONE)));
  const last = start + (time.days ?? 1) - 1;
  if (time.from === undefined) {
    return { start_date: dateOf(start), end_date: dateOf(last), timezone, all_day: true };
  }
  const end = time.to < time.from && last === start ? last + 1 : last;
  return {
    start_date: `${dateOf(start)} ${time.from}`,
    end_date: `${dateOf(end)} ${time.to}`,
    timezone,
    all_day: false,
  };
}
