import { describe, expect, it } from 'vitest';
import { DEMO_TIME_ZONE, scheduleFields, type DemoSchedule } from '../../../src/demo/schedule.js';
import { endOfDayEpoch, epochToLocal, localToEpoch, startOfDayEpoch } from '../../../src/kernel/time/local-time.js';
import { DEMO, demoEvents, type DemoEventFields } from '../../support/records/demo-texts.js';
import { byRunMode } from '../../support/run/run-mode.js';

const DAY_SECONDS = 86_400;
const YEAR_SECONDS = 365 * DAY_SECONDS;
const FIRST_LOAD = Date.parse('2026-11-21T00:30:00Z') / 1000;

/** An event of the demo with its dates, which depend on the time of loading. */
interface LoadedEvent {
  readonly key: string;
  readonly event: DemoEventFields;
  /** Epoch seconds, like `end`. */
  readonly start: number;
  readonly end: number;
  readonly allDay: boolean;
}

/** Every fourth day of a year, in the short form every sixteenth, at different hours. Both cover all weekdays. */
const STEP_DAYS = byRunMode(16, 4);
const LOADS = Array.from({ length: 368 / STEP_DAYS }, (_each, index) => {
  const now = FIRST_LOAD + index * STEP_DAYS * DAY_SECONDS + (index % 24) * 3600;
  return { now, agenda: agendaLoadedAt(now) };
});

/**
 * All events of the demo, loaded at the given time.
 * @param now epoch seconds
 */
function agendaLoadedAt(now: number): LoadedEvent[] {
  return [...demoEvents()].map(([key, event]) => {
    const schedule = DEMO.events.get(key)?.schedule as DemoSchedule;
    const parent = DEMO.events.get(event.post_parent ?? '')?.schedule;
    const { start_date, end_date, timezone, all_day: allDay } = { ...scheduleFields(schedule, now, parent), ...event };
    const start = allDay ? startOfDayEpoch(start_date, timezone) : toEpoch(start_date, timezone);
    const end = allDay ? endOfDayEpoch(end_date, timezone) : toEpoch(end_date, timezone);
    return { key, event, start, end, allDay };
  });
}

function toEpoch(date: string, zone: string): number {
  return /^\d+$/.test(date) ? Number(date) : localToEpoch(`${date}:00`, zone);
}

const localTimeOf = (epoch: number) => epochToLocal(epoch, DEMO_TIME_ZONE).slice(0, 16);
const startedBetween = (agenda: readonly LoadedEvent[], from: number, to: number) =>
  agenda.filter(({ start }) => start >= from && start < to);

/** Pairs of timed events that overlap at the same venue. */
function doubleBookings(agenda: readonly LoadedEvent[]): string[] {
  const timed = agenda.filter(({ allDay }) => !allDay).toSorted((left, right) => left.start - right.start);
  return timed.flatMap((earlier, index) =>
    timed
      .slice(index + 1)
      .filter(
        ({ start, event }) => start < earlier.end && event.venue?.some((key) => earlier.event.venue?.includes(key)),
      )
      .map((later) => `${earlier.key} and ${later.key}, ${localTimeOf(later.start)}`),
  );
}

describe('Demo agenda loaded on any day of the year', () => {
  it('has at least 84 events in the next 12 months, and none more than 13 months ahead (11.2)', () => {
    for (const { now, agenda } of LOADS) {
      expect(startedBetween(agenda, now, now + YEAR_SECONDS).length).toBeGreaterThanOrEqual(84);
      // Easter can be a month later than in the previous year.
      expect(agenda.filter(({ start }) => start > now + YEAR_SECONDS + 30 * DAY_SECONDS).map(({ key }) => key)).toEqual(
        [],
      );
    }
  });

  it('has at least two events in each of the next 12 months (11.2)', () => {
    const months = Array.from(
      { length: 12 },
      (_each, month) => [(month * YEAR_SECONDS) / 12, ((month + 1) * YEAR_SECONDS) / 12] as const,
    );
    for (const { now, agenda } of LOADS) {
      const counts = months.map(([from, to]) => startedBetween(agenda, now + from, now + to).length);
      expect([localTimeOf(now), Math.min(...counts) >= 2, counts]).toEqual([localTimeOf(now), true, counts]);
    }
  });

  it('has one 24-hour event that started within the last hour, at least two running exhibitions, and no start over 30 days ago (11.2)', () => {
    for (const { now, agenda } of LOADS) {
      const running = agenda.filter(({ start, end }) => start <= now && end >= now);
      expect(running.filter(({ start, end }) => now - start < 3600 && end - start === DAY_SECONDS)).toHaveLength(1);
      expect(running.filter(({ event }) => event.categories.includes('exhibitions')).length).toBeGreaterThanOrEqual(2);
      expect(agenda.filter(({ start }) => start < now - 30 * DAY_SECONDS).map(({ key }) => key)).toEqual([]);
    }
  });

  it('has no timed events that overlap at the same venue (11.2)', () => {
    const clashes = LOADS.flatMap(({ now, agenda }) =>
      doubleBookings(agenda).map((pair) => `${pair}, loaded on ${localTimeOf(now)}`),
    );
    expect(clashes).toEqual([]);
  });

  it('has every part of a festival within the dates of the festival (11.2)', () => {
    for (const { agenda } of LOADS) {
      const byKey = new Map(agenda.map((loadedEvent) => [loadedEvent.key, loadedEvent]));
      for (const { key, event, start, end } of agenda) {
        const festival = byKey.get(event.post_parent ?? '');
        if (!festival) continue;
        expect([key, start >= festival.start && end <= festival.end]).toEqual([key, true]);
      }
    }
  });

  it('has events past midnight, all-day events and events of several days (11.2)', () => {
    for (const { agenda } of LOADS) {
      const overnight = agenda.filter(({ start, end, event }) => {
        const zone = event.timezone ?? DEMO_TIME_ZONE;
        const [first, last] = [epochToLocal(start, zone), epochToLocal(end, zone)];
        return first.slice(0, 10) !== last.slice(0, 10) && end - start < DAY_SECONDS / 2;
      });
      expect(overnight.length).toBeGreaterThanOrEqual(8);
      expect(agenda.filter(({ allDay }) => allDay).length).toBeGreaterThanOrEqual(8);
      expect(agenda.filter(({ start, end }) => end - start > 1.5 * DAY_SECONDS).length).toBeGreaterThanOrEqual(8);
    }
  });
});
