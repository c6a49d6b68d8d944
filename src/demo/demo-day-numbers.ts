import { epochToLocal, localToEpoch } from '../kernel/time/local-time.js';

/** A day of the calendar, counted from 1970-01-01. */
export type DayNumber = number;

const SECONDS_PER_DAY = 86_400;

/**
 * The number of a date, whose time does not matter.
 * @example toDayNumber('1970-01-02 10:00:00') // 1
 */
export function toDayNumber(local: string): DayNumber {
  return localToEpoch(`${local.slice(0, 10)} 00:00:00`, 'UTC') / SECONDS_PER_DAY;
}

/**
 * The date of a day's number.
 * @example dateOf(1) // '1970-01-02'
 */
export function dateOf(day: DayNumber): string {
  return epochToLocal(day * SECONDS_PER_DAY, 'UTC').slice(0, 10);
}

/** The year in which a day lies. */
export function yearOf(day: DayNumber): number {
  return Number(dateOf(day).slice(0, 4));
}
