import { dateOf, toDayNumber, yearOf, type DayNumber } from './demo-day-numbers.js';

/** Days of the year on which the town celebrates: public holidays, the eves of some, and the days of its Festa Major. */
const WINTER_HOLIDAYS = ['11-01', '12-06', '12-08', '12-24', '12-25', '12-26', '12-31', '01-01', '01-05', '01-06'];
const SUMMER_HOLIDAYS = ['05-01', '06-23', '06-24', '08-13', '08-14', '08-15', '08-16', '09-11', '10-12'];
const HOLIDAYS: ReadonlySet<string> = new Set([...WINTER_HOLIDAYS, ...SUMMER_HOLIDAYS]);
const GOOD_FRIDAY_OFFSET = -2;
const EASTER_MONDAY_OFFSET = 1;

/**
 * Easter Sunday of a year of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher (J. Meeus,
 * "Astronomical Algorithms", chapter 8).
 * @example easterSunday(2027) // the number of 2027-03-28
 */
export function easterSunday(year: number): DayNumber {
  const [goldenNumber, century, yearOfCentury] = [year % 19, Math.floor(year / 100), year % 100];
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * goldenNumber + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const late = Math.floor((goldenNumber + 11 * epact + 22 * weekday) / 451);
  return toDayNumber(`${year}-03-22`) + epact + weekday - 7 * late;
}

/** Whether the town celebrates on a day, so that nothing else is held on it. */
export function isHoliday(day: DayNumber): boolean {
  const afterEaster = day - easterSunday(yearOf(day));
  return (
    HOLIDAYS.has(dateOf(day).slice(5)) || (afterEaster >= GOOD_FRIDAY_OFFSET && afterEaster <= EASTER_MONDAY_OFFSET)
  );
}
