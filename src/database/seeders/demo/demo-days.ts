import { epochToLocal, localToEpoch } from '../../../common/time/local-time.js';

/** A day of the calendar, counted from 1970-01-01. */
type DayNumber = number;

/** A day that is found once the day of loading is known. */
export type Day = (today: DayNumber) => DayNumber;

const SECONDS_OF_DAY = 86_400;
const WEEK = 7;
/** 1970-01-01 was a Thursday. */
const WEEKDAYS = ['thursday', 'friday', 'saturday', 'sunday', 'monday', 'tuesday', 'wednesday'] as const;
type Weekday = (typeof WEEKDAYS)[number];

/**
 * The number of a date, whose time does not matter.
 * @example dayNumber('1970-01-02 10:00:00') // 1
 */
export function dayNumber(local: string): DayNumber {
  return localToEpoch(`${local.slice(0, 10)} 00:00:00`, 'UTC') / SECONDS_OF_DAY;
}

/**
 * The date of a day's number.
 * @example dateOf(1) // '1970-01-02'
 */
export function dateOf(day: DayNumber): string {
  return epochToLocal(day * SECONDS_OF_DAY, 'UTC').slice(0, 10);
}

/** So many days after the day of loading, or before it. */
export const inDays =
  (count: number): Day =>
  (today) =>
    today + count;

/** The n-th Monday, Tuesday, … after the day of loading. */
export const nth =
  (count: number, weekday: Weekday): Day =>
  (today) =>
    firstFrom(today + 1, weekday) + (count - 1) * WEEK;

/** The next day of the year, `MM-DD`: the day of loading at the earliest. 29 February is none. */
export const next =
  (monthAndDay: string): Day =>
  (today) => {
    const year = Number(dateOf(today).slice(0, 4));
    const thisYear = dayNumber(`${year}-${monthAndDay}`);
    return thisYear >= today ? thisYear : dayNumber(`${year + 1}-${monthAndDay}`);
  };

/** The first Monday, Tuesday, … that is not before a day. */
export const first =
  (weekday: Weekday, from: Day): Day =>
  (today) =>
    firstFrom(from(today), weekday);

/** So many days after a day. */
export const after =
  (day: Day, count: number): Day =>
  (today) =>
    day(today) + count;

function firstFrom(day: DayNumber, weekday: Weekday): DayNumber {
  return day + ((((WEEKDAYS.indexOf(weekday) - day) % WEEK) + WEEK) % WEEK);
}
