import { dayNumber, yearOf, type DayNumber } from './demo-day-numbers.js';
import { easterOf, isFeast } from './demo-feasts.js';

/** A day that is found once the day of loading is known. */
export type Day = (today: DayNumber) => DayNumber;

const WEEK = 7;
/** 1970-01-01 was a Thursday. */
const WEEKDAYS = ['thursday', 'friday', 'saturday', 'sunday', 'monday', 'tuesday', 'wednesday'] as const;
type Weekday = (typeof WEEKDAYS)[number];

/** So many days after the day of loading, or before it. */
export const inDays =
  (count: number): Day =>
  (today) =>
    today + count;

/** The n-th Monday, Tuesday, … after the day of loading; those on which the town celebrates do not count. */
export const nth =
  (count: number, weekday: Weekday): Day =>
  (today) => {
    let day = firstFrom(today + 1, weekday);
    let left = count;
    while (isFeast(day) || --left > 0) day += WEEK;
    return day;
  };

/** The next day of the year, `MM-DD`: the day of loading at the earliest. 29 February is none. */
export const next =
  (monthAndDay: string): Day =>
  (today) =>
    upcoming(today, (year) => dayNumber(`${year}-${monthAndDay}`));

/** The first Monday, Tuesday, … from a day of the year on, `MM-DD`: the next one that is not before the day of loading. */
export const nextFirst =
  (weekday: Weekday, monthAndDay: string): Day =>
  (today) =>
    upcoming(today, (year) => firstFrom(dayNumber(`${year}-${monthAndDay}`), weekday));

/** The next day that lies so many days after Easter Sunday, or before it. */
export const fromEaster =
  (count: number): Day =>
  (today) =>
    upcoming(today, (year) => easterOf(year) + count);

/** A day of every year from which something lasts so many days: the last such day until they are over, else the next. */
export const lasting =
  (days: number, day: Day): Day =>
  (today) =>
    day(today - days + 1);

/** So many days after a day. */
export const after =
  (day: Day, count: number): Day =>
  (today) =>
    day(today) + count;

function upcoming(today: DayNumber, dayOf: (year: number) => DayNumber): DayNumber {
  // A first Sunday from the end of December on may lie in the year that follows.
  let year = yearOf(today) - 1;
  while (dayOf(year) < today) year += 1;
  return dayOf(year);
}

function firstFrom(day: DayNumber, weekday: Weekday): DayNumber {
  return day + ((((WEEKDAYS.indexOf(weekday) - day) % WEEK) + WEEK) % WEEK);
}
