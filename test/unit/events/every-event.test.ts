import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { ScheduleColumns, ScheduleInput } from '../../../src/events/event-schedule.js';
import { scheduleInput, parsedDate, invalidParametersOf, scheduleOf } from './schedules.js';
import { localTime, zonedTime } from '../../model/dates.js';
import { byRunMode } from '../../support/run/run-mode.js';

/** Time zones with instants of clock changes. The last instant of each zone is an ordinary one. */
const INSTANTS_BY_ZONE: Readonly<Record<string, readonly string[]>> = {
  'Europe/Madrid': ['2026-03-29T01:00', '2026-10-25T01:00', '2026-07-01T12:00'],
  'America/New_York': ['2026-03-08T07:00', '2026-11-01T06:00', '2026-05-01T00:00'],
  'Australia/Lord_Howe': ['2026-04-04T15:00', '2026-10-03T15:30', '2026-07-01T12:00'],
  'America/Santiago': ['2026-04-05T03:00', '2026-09-06T04:00', '2026-06-01T12:00'],
  'Asia/Beirut': ['2026-03-28T22:00', '2026-10-24T21:00', '2026-06-01T12:00'],
  'America/Sao_Paulo': ['2018-02-18T02:00', '2018-11-04T03:00', '2026-06-01T12:00'],
  'Africa/Cairo': ['2026-04-23T22:00', '2026-10-29T21:00', '2026-06-01T12:00'],
  'America/Havana': ['2026-03-08T05:00', '2026-11-01T05:00', '2026-06-01T12:00'],
  'America/Scoresbysund': ['2026-03-29T01:00', '2026-10-25T01:00', '2026-06-01T12:00'],
  'America/St_Johns': ['2010-03-14T03:31', '2010-11-07T02:31', '2026-06-01T12:00'],
  'Pacific/Apia': ['2011-12-30T10:00', '2026-06-01T12:00'],
  'Pacific/Kiritimati': ['1994-12-31T10:00', '2026-06-01T12:00'],
  'Pacific/Pago_Pago': ['2026-06-01T12:00'],
};
const ZONE_INSTANTS = Object.entries(INSTANTS_BY_ZONE).flatMap(([zone, instants]) =>
  instants.map((instant) => ({ zone, instant })),
);
const zones = fc.oneof(
  fc.constantFrom(...Object.keys(INSTANTS_BY_ZONE)),
  fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
);

/** Events that start within 36 hours of one of these instants, with wall-clock times or instants as input. */
const events = fc
  .record({
    zoneInstant: fc.oneof(
      fc.constantFrom(...ZONE_INSTANTS),
      fc.record({ zone: zones, instant: fc.constant('2026-03-29T01:00') }),
    ),
    startOffsetMinutes: fc.oneof(
      fc.integer({ min: -4, max: 4 }).map((halfHours) => halfHours * 30),
      fc.integer({ min: -2160, max: 2160 }),
    ),
    durationMinutes: fc.oneof(fc.constantFrom(0, 30, 60, 90, 1440), fc.integer({ min: 0, max: 5000 })),
    all_day: fc.boolean(),
    asInstants: fc.boolean(),
  })
  .map(({ zoneInstant: { zone, instant }, startOffsetMinutes, durationMinutes, all_day, asInstants }) => {
    const change = Date.parse(`${instant}:00Z`) / 1000;
    // The offset before the change puts some times into the gap.
    const offset = zonedTime(change - 1, zone).offsetNanoseconds / 1e9;
    const text = (epoch: number) => (asInstants ? String(epoch) : localTime(epoch + offset));
    const start = change + startOffsetMinutes * 60;
    return scheduleInput(text(start), text(start + durationMinutes * 60), zone, all_day);
  });

/** Returns the schedule, or undefined if it is rejected. */
const scheduleIfValid = (input: ScheduleInput, event: Partial<ScheduleColumns> = {}): ScheduleColumns | undefined => {
  const invalidParameters = invalidParametersOf(input, { ...event });
  expect(invalidParameters.filter((name) => name !== 'end_date')).toEqual([]);
  return invalidParameters.length === 0 ? scheduleOf(input, event) : undefined;
};
/** Whether both have the same wall-clock times, or for all-day events the same days. */
const hasSameTimes = (schedule: ScheduleColumns, other: ScheduleColumns): boolean => {
  const length = schedule.allDay ? 10 : undefined;
  return (
    schedule.startLocal.slice(0, length) === other.startLocal.slice(0, length) &&
    schedule.endLocal.slice(0, length) === other.endLocal.slice(0, length)
  );
};
const inputOf = ({ startLocal, endLocal, timezone, allDay }: ScheduleColumns): ScheduleInput =>
  scheduleInput(startLocal, endLocal, timezone, allDay);

describe('applySchedule with any input', () => {
  it('keeps the end at or after the start, and both at existing wall-clock times (6.3)', () => {
    fc.assert(
      fc.property(events, (input) => {
        const event = scheduleIfValid(input);
        if (!event) return;
        const [start, end] = [event.startsAt.getTime() / 1000, event.endsAt.getTime() / 1000];
        expect(end).toBeGreaterThanOrEqual(start);
        const local = (epoch: number) => localTime(epoch, event.timezone);
        expect([event.startLocal, event.endLocal]).toEqual([local(start), local(end)]);
        if (!event.allDay) return;
        expect(local(start - 1).slice(0, 10)).not.toBe(event.startLocal.slice(0, 10));
        expect(local(end + 1).slice(0, 10)).not.toBe(event.endLocal.slice(0, 10));
      }),
      { numRuns: byRunMode(60, 800) },
    );
  });

  it('keeps the schedule in an update with the served times (6.2)', () => {
    fc.assert(
      fc.property(events, (input) => {
        const event = scheduleIfValid(input);
        if (!event) return;
        for (const update of [
          inputOf(event),
          {},
          { start_date: parsedDate(event.startLocal) },
          { all_day: event.allDay },
        ]) {
          expect(scheduleOf(update, event)).toEqual(event);
        }
      }),
      { numRuns: byRunMode(60, 800) },
    );
  });

  it('restores the wall-clock times after a change of zone and back, unless the other zone skips them (6.3)', () => {
    fc.assert(
      fc.property(events, zones, (input, zone) => {
        const event = scheduleIfValid(input);
        const rezoned = event && scheduleIfValid({ timezone: zone }, event);
        if (!event || !rezoned) return;
        const restored = scheduleIfValid({ timezone: event.timezone }, rezoned);
        if (hasSameTimes(event, rezoned))
          expect([restored?.startLocal, restored?.endLocal]).toEqual([event.startLocal, event.endLocal]);
        // A schedule changes only if a gap skips a time or a day, and then it moves forward.
        else expect([rezoned.startLocal >= event.startLocal, rezoned.endLocal >= event.endLocal]).toEqual([true, true]);
      }),
      { numRuns: byRunMode(60, 800) },
    );
  });
});
