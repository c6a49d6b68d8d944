import { describe, expect, it } from 'vitest';
import { scheduleInput, parsedDate, invalidParametersOf, scheduleOf, scheduleSummary } from './schedules.js';

describe('applySchedule with all_day', () => {
  it.each([
    // Midnight does not exist.
    ['America/Santiago', '2026-09-06', '2026-09-06 01:00:00', '2026-09-06T04:00:00', '2026-09-07T02:59:59'],
    // The first hour, or the last, occurs twice.
    ['America/Havana', '2026-11-01', '2026-11-01 00:00:00', '2026-11-01T04:00:00', '2026-11-02T04:59:59'],
    ['America/Santiago', '2026-04-04', '2026-04-04 00:00:00', '2026-04-04T03:00:00', '2026-04-05T03:59:59'],
  ])('%s %s lasts from the first moment of the day to 23:59:59 (6.3)', (zone, day, first, startsAt, endsAt) => {
    for (const time of ['', ' 00:00', ' 00:30', ' 12:00', ' 23:59:59']) {
      const schedule = scheduleOf(scheduleInput(`${day}${time}`, `${day}${time}`, zone, true));
      expect(scheduleSummary(schedule)).toEqual([first, `${day} 23:59:59`, startsAt, endsAt]);
    }
  });

  it('a day without 23:59:59 ends with its last second (6.3)', () => {
    for (const end of ['2026-03-28', '2026-03-28 22:00', '2026-03-28 23:30', '2026-03-28 23:59:59']) {
      const schedule = scheduleOf(scheduleInput('2026-03-28', end, 'America/Scoresbysund', true));
      expect(scheduleSummary(schedule)).toEqual([
        '2026-03-28 00:00:00',
        '2026-03-28 22:59:59',
        '2026-03-28T02:00:00',
        '2026-03-29T00:59:59',
      ]);
    }
    const inMadrid = scheduleOf(scheduleInput('2026-03-28', '2026-03-28', 'Europe/Madrid', true));
    const moved = scheduleOf({ timezone: 'America/Scoresbysund' }, inMadrid);
    expect(moved.endLocal).toBe('2026-03-28 22:59:59');
    expect(scheduleOf({ timezone: 'Europe/Madrid' }, moved)).toEqual(inMadrid);
  });

  it('a day that the zone skipped becomes the next day (6.3)', () => {
    for (const time of ['', ' 12:00', ' 23:59:59']) {
      const schedule = scheduleOf(scheduleInput(`2011-12-30${time}`, `2011-12-30${time}`, 'Pacific/Apia', true));
      expect(scheduleSummary(schedule)).toEqual([
        '2011-12-31 00:00:00',
        '2011-12-31 23:59:59',
        '2011-12-30T10:00:00',
        '2011-12-31T09:59:59',
      ]);
    }
    const threeDays = scheduleOf(scheduleInput('2011-12-29', '2011-12-31', 'Pacific/Apia', true));
    expect(threeDays.endsAt.getTime() - threeDays.startsAt.getTime()).toBe((2 * 86_400 - 1) * 1000);
  });

  it('accepts times in the wrong order on one day, and rejects days in the wrong order (6.3)', () => {
    expect(
      scheduleSummary(scheduleOf(scheduleInput('2026-05-01 20:00', '2026-05-01 08:00', 'UTC', true))).slice(0, 2),
    ).toEqual(['2026-05-01 00:00:00', '2026-05-01 23:59:59']);
    expect(invalidParametersOf(scheduleInput('2026-05-02', '2026-05-01 23:59', 'UTC', true))).toEqual(['end_date']);
  });
});

describe('applySchedule with an invalid change', () => {
  it('does not change the event (6.3)', () => {
    const event = scheduleOf(scheduleInput('2026-05-01 10:00', '2026-05-01 12:00', 'Europe/Madrid'));
    for (const input of [
      { end_date: parsedDate('2026-05-01 09:59:59') },
      { start_date: parsedDate('2026-05-01 12:00:01'), all_day: false, timezone: 'Asia/Tokyo' },
      { start_date: parsedDate('2026-05-02'), all_day: true },
    ]) {
      const copy = { ...event };
      expect(invalidParametersOf(input, copy)).toEqual(['end_date']);
      expect(copy).toEqual(event);
    }
  });
});

describe('applySchedule with a start in the gap of a clock change', () => {
  it.each([
    ['02:30', '03:15', '03:30', '04:15'],
    ['02:00', '04:00', '03:00', '04:00'],
    ['02:30', '02:30', '03:30', '03:30'],
  ])('moves %s–%s in Madrid to %s–%s (6.3)', (start, end, movedStart, movedEnd) => {
    const day = '2026-03-29';
    const expected = [`${day} ${movedStart}:00`, `${day} ${movedEnd}:00`];
    const schedule = scheduleInput(`${day} ${start}`, `${day} ${end}`, 'Europe/Madrid');
    expect(scheduleSummary(scheduleOf(schedule)).slice(0, 2)).toEqual(expected);
    const inUtc = scheduleOf({ ...schedule, timezone: 'UTC' });
    expect(scheduleSummary(scheduleOf({ timezone: 'Europe/Madrid' }, inUtc)).slice(0, 2)).toEqual(expected);
  });

  it.each([
    ['Pacific/Apia', '2011-12-30 12:00', '2011-12-31 10:00', '2011-12-31 12:00:00', '2012-01-01 10:00:00'],
    ['America/Scoresbysund', '2026-03-28 23:30', '2026-03-28', '2026-03-29 00:30:00', '2026-03-29 00:59:59'],
    ['Africa/Cairo', '2026-04-24', '2026-04-24 01:00', '2026-04-24 01:00:00', '2026-04-24 02:00:00'],
  ])('moves the end in %s by the same amount: %s–%s to %s–%s (6.3)', (zone, start, end, movedStart, movedEnd) => {
    expect(scheduleSummary(scheduleOf(scheduleInput(start, end, zone))).slice(0, 2)).toEqual([movedStart, movedEnd]);
  });

  it.each([
    ['2026-03-29 02:30', '2026-03-29 01:45'],
    ['2026-03-29 02:30', '2026-03-29T01:15Z'],
  ])('rejects %s–%s: the end is before the start, or is an instant, which is not moved (2.4, 6.3)', (start, end) => {
    expect(invalidParametersOf(scheduleInput(start, end, 'Europe/Madrid'))).toEqual(['end_date']);
  });
});

describe('applySchedule with an end without a time of day', () => {
  it.each([
    ['Europe/Madrid', '2026-08-21', '20260823', '2026-08-23 23:59:59', '2026-08-23T21:59:59'],
    // 23:59:59 occurs twice or never, or the whole day was skipped.
    ['America/Santiago', '2026-04-04 10:00', '2026-04-04', '2026-04-04 23:59:59', '2026-04-05T03:59:59'],
    ['America/Scoresbysund', '2026-03-28 10:00', '2026-03-28', '2026-03-28 22:59:59', '2026-03-29T00:59:59'],
    ['Pacific/Apia', '2011-12-29 10:00', '2011-12-30', '2011-12-31 23:59:59', '2011-12-31T09:59:59'],
  ])('in %s, %s–%s: ends with the last second of the day (6.3)', (zone, start, end, endLocal, endsAt) => {
    const schedule = scheduleSummary(scheduleOf(scheduleInput(start, end, zone)));
    expect([schedule[1], schedule[3]]).toEqual([endLocal, endsAt]);
  });
});
