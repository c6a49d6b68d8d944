import { describe, expect, it } from '@jest/globals';
import { epochToLocal } from '../../../src/kernel/time/local-time.js';
import { DEMO_TIME_ZONE } from '../../../src/demo/schedule.js';
import { agendaLoadedAt, DAY, loadsOfAYear, type LoadedEvent } from './loaded-agenda.js';

const YEAR = 365 * DAY;
const EIGHT_WEEKS = 56 * DAY;
const LOADS = loadsOfAYear(4).map((now) => ({ now, agenda: agendaLoadedAt(now) }));

const shown = (epoch: number) => epochToLocal(epoch, DEMO_TIME_ZONE).slice(0, 16);
const begunBetween = (agenda: readonly LoadedEvent[], from: number, to: number) =>
  agenda.filter(({ start }) => start >= from && start < to);

/** Pairs of timed events that overlap at the same venue. */
function doubleBookings(agenda: readonly LoadedEvent[]): string[] {
  const timed = agenda.filter(({ allDay }) => !allDay).toSorted((left, right) => left.start - right.start);
  return timed.flatMap((early, index) =>
    timed
      .slice(index + 1)
      .filter(({ start, event }) => start < early.end && event.venue?.some((key) => early.event.venue?.includes(key)))
      .map((late) => `${early.key} and ${late.key}, ${shown(late.start)}`),
  );
}

describe('Demo agenda loaded on any day of the year', () => {
  it('has at least 84 events in the next 12 months, and none more than 13 months ahead (11.2)', () => {
    for (const { now, agenda } of LOADS) {
      expect(begunBetween(agenda, now, now + YEAR).length).toBeGreaterThanOrEqual(84);
      // Easter can be a month later than in the previous year.
      expect(agenda.filter(({ start }) => start > now + YEAR + 30 * DAY).map(({ key }) => key)).toEqual([]);
    }
  });

  it('has at least two events in each of the next 12 months (11.2)', () => {
    const months = Array.from(
      { length: 12 },
      (_each, month) => [(month * YEAR) / 12, ((month + 1) * YEAR) / 12] as const,
    );
    for (const { now, agenda } of LOADS) {
      const counts = months.map(([from, to]) => begunBetween(agenda, now + from, now + to).length);
      expect([shown(now), Math.min(...counts) >= 2, counts]).toEqual([shown(now), true, counts]);
    }
  });

  it('has more events in the next eight weeks than in any later period of that length (11.2)', () => {
    for (const { now, agenda } of LOADS) {
      const counts = [0, 1, 2, 3, 4, 5].map(
        (index) => begunBetween(agenda, now + index * EIGHT_WEEKS, now + (index + 1) * EIGHT_WEEKS).length,
      );
      const [soon = 0, ...later] = counts;
      expect(soon).toBeGreaterThan(2 * Math.max(...later.slice(1)));
      expect(soon).toBeGreaterThan(Math.max(...later));
      expect(soon).toBeGreaterThanOrEqual(40);
    }
  });

  it('has one 24-hour event that started within the last hour, and two or more running exhibitions (11.2)', () => {
    for (const { now, agenda } of LOADS) {
      const running = agenda.filter(({ start, end }) => start <= now && end >= now);
      expect(running.filter(({ start, end }) => now - start < 3600 && end - start === DAY)).toHaveLength(1);
      expect(running.filter(({ event }) => event.categories.includes('exhibitions')).length).toBeGreaterThanOrEqual(2);
      expect(agenda.filter(({ start }) => start < now - 30 * DAY).map(({ key }) => key)).toEqual([]);
    }
  });

  it('has no timed events that overlap at the same venue (11.2)', () => {
    const clashes = LOADS.flatMap(({ now, agenda }) =>
      doubleBookings(agenda).map((pair) => `${pair}, loaded on ${shown(now)}`),
    );
    expect(clashes).toEqual([]);
  });

  it('has every part of a festival within the dates of the festival (11.2)', () => {
    for (const { agenda } of LOADS) {
      const byKey = new Map(agenda.map((each) => [each.key, each]));
      for (const { key, event, start, end } of agenda) {
        const whole = byKey.get(event.post_parent ?? '');
        if (!whole) continue;
        expect([key, start >= whole.start && end <= whole.end]).toEqual([key, true]);
      }
    }
  });

  it('has events past midnight, all-day events and events of several days (11.2)', () => {
    for (const { agenda } of LOADS) {
      const nights = agenda.filter(({ start, end, event }) => {
        const zone = event.timezone ?? DEMO_TIME_ZONE;
        const [first, last] = [epochToLocal(start, zone), epochToLocal(end, zone)];
        return first.slice(0, 10) !== last.slice(0, 10) && end - start < DAY / 2;
      });
      expect(nights.length).toBeGreaterThanOrEqual(8);
      expect(agenda.filter(({ allDay }) => allDay).length).toBeGreaterThanOrEqual(8);
      expect(agenda.filter(({ start, end }) => end - start > 1.5 * DAY).length).toBeGreaterThanOrEqual(8);
    }
  });
});
