import { endOfDayEpoch, localToEpoch, startOfDayEpoch } from '../../../src/kernel/time/local-time.js';
import { EVENTS } from '../../../src/demo/data/events.js';
import type { DemoEvent } from '../../../src/demo/demo-records.js';
import { demoSchedule } from '../../../src/demo/demo-schedule.js';

/** An event of the demo agenda, as it is when it was loaded at a moment. */
export interface LoadedEvent {
  readonly key: string;
  readonly event: DemoEvent;
  /** Epoch seconds. */
  readonly start: number;
  readonly end: number;
  readonly allDay: boolean;
}

export const DAY = 86_400;

/** The whole agenda, as loaded at a moment, in epoch seconds. */
export function agendaLoadedAt(now: number): LoadedEvent[] {
  return Object.entries(EVENTS).map(([key, event]) => {
    const { start_date, end_date, timezone, all_day: allDay } = demoSchedule(event, now);
    const start = allDay ? startOfDayEpoch(start_date, timezone) : instantOf(start_date, timezone);
    const end = allDay ? endOfDayEpoch(end_date, timezone) : instantOf(end_date, timezone);
    return { key, event, start, end, allDay };
  });
}

/**
 * Moments of loading in the course of a year, at different hours.
 * @param step days between two of them; none that seven divides, so that they fall on every day of the week
 */
export function loadsOfAYear(step: number): number[] {
  const first = Date.parse('2026-11-21T00:30:00Z') / 1000;
  return Array.from(
    { length: Math.ceil(365 / step) },
    (_each, index) => first + index * step * DAY + (index % 24) * 3600,
  );
}

function instantOf(sent: string, zone: string): number {
  return /^\d+$/.test(sent) ? Number(sent) : localToEpoch(`${sent}:00`, zone);
}
