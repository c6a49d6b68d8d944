import { describe, expect, it } from '@jest/globals';
import { dateOf, toDayNumber } from '../../../src/demo/demo-day-numbers.js';
import {
  daysAfter,
  daysFromEaster,
  inDays,
  currentOrNext,
  nextAnniversary,
  nextFirstWeekday,
  nthWeekday,
  type DayRule,
} from '../../../src/demo/demo-days.js';
import { easterSunday, isHoliday } from '../../../src/demo/demo-holidays.js';

const from = (today: string, day: DayRule) => dateOf(day(toDayNumber(today)));

describe('the days of the demo agenda', () => {
  it('11.2 are counted from the day of loading', () => {
    expect(from('2026-12-30', inDays(3))).toBe('2027-01-02');
    expect(from('2026-12-30', inDays(-30))).toBe('2026-11-30');
  });

  it('11.2 fall on the weekday that is meant, after the day of loading', () => {
    expect(from('2026-11-20', nthWeekday(1, 'friday'))).toBe('2026-11-27');
    expect(from('2026-11-20', nthWeekday(1, 'saturday'))).toBe('2026-11-21');
    expect(from('2026-11-20', nthWeekday(3, 'thursday'))).toBe('2026-12-10');
  });

  it('11.2 leave out the days on which the town celebrates', () => {
    expect(from('2026-12-20', nthWeekday(1, 'friday'))).toBe('2027-01-08');
    expect(from('2026-12-20', nthWeekday(2, 'friday'))).toBe('2027-01-15');
    expect(from('2027-03-20', nthWeekday(2, 'sunday'))).toBe('2027-04-04');
    expect(
      ['2027-03-25', '2027-03-26', '2027-03-29', '2027-03-30', '2027-09-11'].map((date) =>
        isHoliday(toDayNumber(date)),
      ),
    ).toEqual([false, true, true, false, true]);
  });

  it('11.2 fall on the next such day of the year, today at the earliest', () => {
    expect(from('2026-11-20', nextAnniversary('11-20'))).toBe('2026-11-20');
    expect(from('2026-11-20', nextAnniversary('11-19'))).toBe('2027-11-19');
    expect(from('2026-11-20', daysAfter(nextAnniversary('12-31'), 1))).toBe('2027-01-01');
  });

  it('11.2 fall on the first Saturday from a day of the year on, until it is over', () => {
    const saturday = nextFirstWeekday('saturday', '07-15');
    expect(from('2027-07-16', saturday)).toBe('2027-07-17');
    expect(from('2027-07-17', saturday)).toBe('2027-07-17');
    expect(from('2027-07-18', saturday)).toBe('2028-07-15');
    expect(from('2027-01-01', nextFirstWeekday('sunday', '12-29'))).toBe('2027-01-03');
  });

  it('11.2 move with Easter', () => {
    const dates = [2024, 2025, 2026, 2027, 2028, 2035, 2038, 2049].map((year) => dateOf(easterSunday(year)).slice(5));
    expect(dates).toEqual(['03-31', '04-20', '04-05', '03-28', '04-16', '03-25', '04-25', '04-18']);
    expect(from('2026-11-20', daysFromEaster(-52))).toBe('2027-02-04');
    expect(from('2027-03-29', daysFromEaster(1))).toBe('2027-03-29');
    expect(from('2027-03-30', daysFromEaster(1))).toBe('2028-04-17');
  });

  it('11.2 stay the last ones while what began on them goes on', () => {
    const festival = currentOrNext(4, nextAnniversary('08-13'));
    expect(from('2027-08-16', festival)).toBe('2027-08-13');
    expect(from('2027-08-17', festival)).toBe('2028-08-13');
  });
});
