import { toDayNumber, yearOf, type DayNumber } from './demo-day-numbers.js';
import { easterSunday, isHoliday } from './demo-holidays.js';

/** A day that is found once the day of loading is known. */
export type DayRule = (today: DayNumber) => DayNumber;

const DAYS_PER_WEEK = 7;
/** 1970-01-01 was a Thursday. */
const WEEKDAYS = ['thursday', 'friday', 'saturday', 'sunday', 'monday', 'tuesday', 'wednesday'] as const;
type Weekday = (typeof WEEKDAYS)[number];

/** So many days after the day of loading, or before it. */
export const inDays =
  (count: number): DayRule =>
  (today) =>
    today + count;

/** The n-th Monday, Tuesday, … after the day of loading; those on which the town celebrates do not count. */
export const nthWeekday =
  (count: number, weekday: Weekday): DayRule =>
  (today) => {
    let day = firstWeekdayFrom(today + 1, weekday);
    let left = count;
    while (isHoliday(day) || --left > 0) day += DAYS_PER_WEEK;
    return day;
  };

/** The next day of the year, `MM-DD`: the day of loading at the earliest. 29 February is none. */
export const nextAnniversary =
  (monthAndDay: string): DayRule =>
  (today) =>
    nextOccurrence(today, (year) => toDayNumber(`${year}-${monthAndDay}`));

/** The first Monday, Tuesday, … from a day of the year on, `MM-DD`: the next one that is not before the day of loading. */
export const nextFirstWeekday =
  (weekday: Weekday, monthAndDay: string): DayRule =>
  (today) =>
    nextOccurrence(today, (year) => firstWeekdayFrom(toDayNumber(`${year}-${monthAndDay}`), weekday));

/** The next day that lies so many days after Easter Sunday, or before it. */
export const daysFromEaster =
  (count: number): DayRule =>
  (today) =>
    nextOccurrence(today, (year) => easterSunday(year) + count);

/** A day of every year from which something lasts so many days: the last such day until they are over, else the next. */
export const currentOrNext =
  (days: number, day: DayRule): DayRule =>
  (today) =>
    day(today - days + 1);

/** So many days after a day. */
export const daysAfter =
  (day: DayRule, count: number): DayRule =>
  (today) =>
    day(today) + count;

function nextOccurrence(today: DayNumber, dayOf: (year: number) => DayNumber): DayNumber {
  // A first Sunday from the end of December on may lie in the year that follows.
  let year = yearOf(today) - 1;
  while (dayOf(year) < today) year += 1;
  return dayOf(year);
}

function firstWeekdayFrom(day: DayNumber, weekday: Weekday): DayNumber {
  return day + ((((WEEKDAYS.indexOf(weekday) - day) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK);
}
