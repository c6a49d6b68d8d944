import { describe, expect, it } from 'vitest';
import { easterSunday, scheduleFields, type DemoSchedule } from '../../../src/demo/schedule.js';

/** First day of an event that is loaded at noon (UTC) of a date. */
const firstDay = (today: string, schedule: DemoSchedule, parent?: DemoSchedule) =>
  scheduleFields(schedule, Date.parse(`${today}T12:00:00Z`) / 1000, parent).start_date;

/** A Friday, one second before midnight in the town. */
const NOW = '2026-11-20T22:59:59Z';

const fieldsAt = (now: string, schedule: DemoSchedule) => scheduleFields(schedule, Date.parse(now) / 1000);
const datesOf = (schedule: DemoSchedule) => {
  const { start_date, end_date } = fieldsAt(NOW, schedule);
  return [start_date, end_date];
};

describe('First day of a demo event (11.2)', () => {
  it.each<[DemoSchedule, loaded: string, expected: string]>([
    [{ inDays: 3 }, '2026-12-30', '2027-01-02'],
    [{ weekday: 'friday', week: 1 }, '2026-11-20', '2026-11-27'],
    [{ weekday: 'saturday', week: 1 }, '2026-11-20', '2026-11-21'],
    [{ annual: '11-20' }, '2026-11-20', '2026-11-20'],
    [{ annual: '11-19' }, '2026-11-20', '2027-11-19'],
    [{ weekday: 'saturday', onOrAfter: '07-15' }, '2027-07-16', '2027-07-17'],
    [{ weekday: 'saturday', onOrAfter: '07-15' }, '2027-07-17', '2027-07-17'],
    [{ weekday: 'saturday', onOrAfter: '07-15' }, '2027-07-18', '2028-07-15'],
    [{ weekday: 'sunday', onOrAfter: '12-29' }, '2027-01-01', '2027-01-03'],
    [{ easter: -52 }, '2026-11-20', '2027-02-04'],
    [{ easter: 1 }, '2027-03-29', '2027-03-29'],
    [{ easter: 1 }, '2027-03-30', '2028-04-17'],
  ])('%j, loaded on %s, is %s', (schedule, loaded, expected) => {
    expect(firstDay(loaded, schedule)).toBe(expected);
  });

  it.each<[DemoSchedule, loaded: string, expected: string]>([
    [{ weekday: 'friday', week: 1 }, '2026-12-20', '2027-01-08'],
    [{ weekday: 'friday', week: 1 }, '2027-03-20', '2027-04-02'],
    [{ weekday: 'monday', week: 2 }, '2027-03-20', '2027-04-05'],
    [{ weekday: 'thursday', week: 1 }, '2027-03-20', '2027-03-25'],
    [{ weekday: 'saturday', week: 1 }, '2027-09-10', '2027-09-18'],
  ])('%j, loaded on %s, skips public holidays and is %s', (schedule, loaded, expected) => {
    expect(firstDay(loaded, schedule)).toBe(expected);
  });

  it('with ongoing is that of the current occurrence until its last day is over', () => {
    const schedule: DemoSchedule = { annual: '08-13', ongoing: true, days: 4 };
    expect(firstDay('2027-08-16', schedule)).toBe('2027-08-13');
    expect(firstDay('2027-08-17', schedule)).toBe('2028-08-13');
  });

  it('with dayOfParent is counted from the first day of the parent', () => {
    const parent: DemoSchedule = { annual: '08-13', ongoing: true, days: 4 };
    expect(firstDay('2027-08-16', { dayOfParent: 1 }, parent)).toBe('2027-08-13');
    expect(firstDay('2027-08-16', { dayOfParent: 3 }, parent)).toBe('2027-08-15');
    expect(() => firstDay('2027-08-16', { dayOfParent: 1 })).toThrow('dayOfParent requires a parent');
  });
});

describe('Dates of a demo event (11.2)', () => {
  it('are relative to the current day in the town', () => {
    expect(datesOf({ inDays: 0 })).toEqual(['2026-11-20', '2026-11-20']);
    expect(fieldsAt('2026-11-20T23:00:00Z', { inDays: 0 }).start_date).toBe('2026-11-21');
    expect(datesOf({ inDays: -12, days: 30 })).toEqual(['2026-11-08', '2026-12-07']);
  });

  it('without times are whole days', () => {
    expect(fieldsAt(NOW, { inDays: 1 })).toMatchObject({ all_day: true, timezone: 'Europe/Madrid' });
  });

  it('with times end on the last day, or on the day after if a one-day event ends past midnight', () => {
    expect(datesOf({ inDays: 1, from: '10:00', to: '11:30' })).toEqual(['2026-11-21 10:00', '2026-11-21 11:30']);
    expect(datesOf({ inDays: 1, from: '22:00', to: '00:30' })).toEqual(['2026-11-21 22:00', '2026-11-22 00:30']);
    expect(datesOf({ inDays: 1, days: 2, from: '20:00', to: '10:00' })).toEqual([
      '2026-11-21 20:00',
      '2026-11-22 10:00',
    ]);
  });

  it('with hoursFromNow begin at the start of the current hour and end that many hours later', () => {
    expect(datesOf({ hoursFromNow: 24 })).toEqual([
      String(Date.parse('2026-11-20T22:00:00Z') / 1000),
      String(Date.parse('2026-11-21T22:00:00Z') / 1000),
    ]);
  });
});

describe('easterSunday', () => {
  it('returns the known dates of Easter', () => {
    const dates = [2024, 2025, 2026, 2027, 2028, 2035, 2038, 2049].map((year) =>
      easterSunday(year).toString().slice(5),
    );
    expect(dates).toEqual(['03-31', '04-20', '04-05', '03-28', '04-16', '03-25', '04-25', '04-18']);
  });
});
