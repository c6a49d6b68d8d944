import { endOfDayEpoch, localToEpoch, startOfDayEpoch } from '../../../src/kernel/time/local-time.js';
import { scheduleFields, type DemoSchedule } from '../../../src/demo/schedule.js';
import { DEMO, demoEvents, type DemoEventFields } from '../../support/records/demo-texts.js';

/** An event of the demo with its dates, which depend on the time of loading. */
export interface LoadedEvent {
  readonly key: string;
  readonly event: DemoEventFields;
  /** Epoch seconds. */
  readonly start: number;
  readonly end: number;
  readonly allDay: boolean;
}

export const DAY = 86_400;

/**
 * All events of the demo, loaded at the given time.
 * @param now epoch seconds
 */
export function agendaLoadedAt(now: number): LoadedEvent[] {
  return [...demoEvents()].map(([key, event]) => {
    const schedule = DEMO.events.get(key)?.schedule as DemoSchedule;
    const parent = DEMO.events.get(event.post_parent ?? '')?.schedule;
    const { start_date, end_date, timezone, all_day: allDay } = { ...scheduleFields(schedule, now, parent), ...event };
    const start = allDay ? startOfDayEpoch(start_date, timezone) : toEpoch(start_date, timezone);
    const end = allDay ? endOfDayEpoch(end_date, timezone) : toEpoch(end_date, timezone);
    return { key, event, start, end, allDay };
  });
}

/**
 * Times of loading over a year, at different hours.
 * @param step days between two times. Not a multiple of 7, so that they cover all weekdays.
 */
export function loadsOfAYear(step: number): number[] {
  const first = Date.parse('2026-11-21T00:30:00Z') / 1000;
  return Array.from(
    { length: Math.ceil(365 / step) },
    (_each, index) => first + index * step * DAY + (index % 24) * 3600,
  );
}

function toEpoch(date: string, zone: string): number {
  return /^\d+$/.test(date) ? Number(date) : localToEpoch(`${date}:00`, zone);
}
