import { dateOf, dayNumber, yearOf, type DayNumber } from './demo-day-numbers.js';

/** Days of the year on which the town celebrates: public holidays, the eves of some, and the days of its Festa Major. */
const WINTER_FEASTS = ['11-01', '12-06', '12-08', '12-24', '12-25', '12-26', '12-31', '01-01', '01-05', '01-06'];
const SUMMER_FEASTS = ['05-01', '06-23', '06-24', '08-13', '08-14', '08-15', '08-16', '09-11', '10-12'];
const FEASTS: ReadonlySet<string> = new Set([...WINTER_FEASTS, ...SUMMER_FEASTS]);
const GOOD_FRIDAY = -2;
const EASTER_MONDAY = 1;

/**
 * Easter Sunday of a year of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher (J. Meeus,
 * "Astronomical Algorithms", chapter 8).
 * @example easterOf(2027) // the number of 2027-03-28
 */
export function easterOf(year: number): DayNumber {
  const [golden, century, ofCentury] = [year % 19, Math.floor(year / 100), year % 100];
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  return dayNumber(`${year}-03-22`) + epact + weekday - 7 * late;
}

/** Whether the town celebrates on a day, so that nothing else is held on it. */
export function isFeast(day: DayNumber): boolean {
  const afterEaster = day - easterOf(yearOf(day));
  return FEASTS.has(dateOf(day).slice(5)) || (afterEaster >= GOOD_FRIDAY && afterEaster <= EASTER_MONDAY);
}
