import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { formatOffset, formatUtcZone, isKnownTimeZone, temporalTimeZone, twoDigits } from './time-zone.js';
import { offsetInterval } from './zone-offset.js';

/** Wall-clock time `YYYY-MM-DD HH:MM:SS`, years 0001 to 9999. */
export type LocalDateTime = string;

export const LOCAL_DATE_TIME_PATTERN = String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$`;

/** Epoch seconds of 0001-01-01T00:00:00Z, the first supported instant. */
export const MIN_EPOCH_SECONDS = -62_135_596_800;
/** Epoch seconds of 9999-12-31T23:59:59Z, the last supported instant. */
export const MAX_EPOCH_SECONDS = 253_402_300_799;

const SECONDS_PER_DAY = 86_400;
const MAX_DATE = Temporal.PlainDate.from('9999-12-31');

/** Whether an instant, in epoch seconds, is within the years 0001 to 9999 in UTC. */
export function isSupportedInstant(epochSeconds: number): boolean {
  return epochSeconds >= MIN_EPOCH_SECONDS && epochSeconds <= MAX_EPOCH_SECONDS;
}

/**
 * Converts wall-clock time in a zone to epoch seconds. A time in the gap of a clock change moves forward by the gap. A time that occurs
 * twice is the earlier one (RFC 5545, 3.3.5; "compatible" in Temporal).
 * @example localToEpoch('2026-03-01 10:00:00', 'Europe/Madrid') // 1772355600
 */
export function localToEpoch(local: LocalDateTime, zone: string): number {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(temporalTimeZone(zone)).epochMilliseconds / 1000;
}

/**
 * Converts epoch seconds to wall-clock time in a zone. If the offset leads out of the years 0001 to 9999, the result is the first or last
 * supported time.
 * @example epochToLocal(1772355600, 'Europe/Madrid') // '2026-03-01 10:00:00'
 */
export function epochToLocal(epochSeconds: number, zone: string): LocalDateTime {
  const instant = Math.floor(epochSeconds);
  return formatLocalDateTime(zone === 'UTC' ? instant : instant + offsetInterval(instant, zone).offset);
}

/**
 * Formats wall-clock time and its instant by RFC 3339. Before 1972, zones had offsets with seconds, which RFC 3339 cannot express. Such an
 * offset is rounded up to the minute and the time adjusted, so that the result is the same instant.
 * @example formatWithOffset('2026-03-01 10:00:00', 1772355600) // '2026-03-01T10:00:00+01:00'
 */
export function formatWithOffset(local: LocalDateTime, epochSeconds: number): string {
  const instant = Math.floor(epochSeconds);
  const wall = wallSeconds(local);
  const roundedUpMinutes = Math.ceil((wall - instant) / 60);
  // The last supported time may stand for a later one, see epochToLocal.
  const minutes = instant + roundedUpMinutes * 60 > MAX_EPOCH_SECONDS ? roundedUpMinutes - 1 : roundedUpMinutes;
  const written = instant + minutes * 60 === wall ? local : formatLocalDateTime(instant + minutes * 60);
  return `${written.replace(' ', 'T')}${formatOffset(minutes)}`;
}

/** Seconds from one wall-clock time to another, as if no clock change was between them. */
export const secondsBetween = (from: LocalDateTime, to: LocalDateTime): number => wallSeconds(to) - wallSeconds(from);

/** A stored zone, or the offset of a stored time in it if the runtime does not know the zone: `UTC-7`. */
export const zoneOrStoredOffset = (zone: string, local: LocalDateTime, epochSeconds: number): string =>
  isKnownTimeZone(zone) ? zone : formatUtcZone(Math.ceil((wallSeconds(local) - epochSeconds) / 60));

const wallSeconds = (local: LocalDateTime): number => Date.parse(`${local.replace(' ', 'T')}Z`) / 1000;

/**
 * First moment of a day in a zone, in epoch seconds: midnight, or the instant at which a clock change skips midnight.
 * @param local a date, with or without a time
 */
export function startOfDayEpoch(local: LocalDateTime, zone: string): number {
  return dayBoundsCache.memo(`${local.slice(0, 10)} ${zone}`).start;
}

/** Last second of a day as wall-clock time. The argument is a date, with or without a time. */
export function endOfDay(local: LocalDateTime): LocalDateTime {
  return `${local.slice(0, 10)} 23:59:59`;
}

/**
 * Last second of a day in a zone, in epoch seconds. If a clock change repeats 23:59:59, the later one counts. If it
 * skips 23:59:59, the last second before the change counts.
 * @param local a date, with or without a time
 */
export function endOfDayEpoch(local: LocalDateTime, zone: string): number {
  return dayBoundsCache.memo(`${local.slice(0, 10)} ${zone}`).end;
}

/** Most lists of events need the bounds of today and of the last day of their window, and Temporal takes 0.1 ms for them. */
const dayBoundsCache = new LRUCache<string, { start: number; end: number }>({
  max: 1000,
  memoMethod: (dayInZone) => dayBounds(dayInZone.slice(0, 10), dayInZone.slice(11)),
});

function dayBounds(day: string, zone: string): { start: number; end: number } {
  const date = Temporal.PlainDate.from(day);
  const beforeNextDay = startOfDateEpoch(date.add({ days: 1 }), zone) - 1;
  const lastSecond = Temporal.PlainDateTime.from(endOfDay(day));
  const later = lastSecond.toZonedDateTime(temporalTimeZone(zone), { disambiguation: 'later' });
  const exists = later.toPlainDateTime().equals(lastSecond);
  return {
    start: startOfDateEpoch(date, zone),
    end: exists ? Math.max(beforeNextDay, later.epochMilliseconds / 1000) : beforeNextDay,
  };
}

/** Start of the next day in a zone. Both instants are in epoch seconds. */
export function startOfNextDayEpoch(epochSeconds: number, zone: string): number {
  return startOfDateEpoch(dateOf(epochToLocal(epochSeconds, zone)).add({ days: 1 }), zone);
}

/**
 * Adds months to a date. If the month lacks the day, the result is its last day.
 * @returns the date at 00:00:00, at most 9999-12-31
 */
export function addMonthsToDate(local: LocalDateTime, months: number): LocalDateTime {
  const date = dateOf(local).add({ months });
  return `${(Temporal.PlainDate.compare(date, MAX_DATE) > 0 ? MAX_DATE : date).toString()} 00:00:00`;
}

/** Adds days to a date. @returns the date at 00:00:00, or `undefined` outside the years 0001 to 9999 */
export function addDaysToDate(local: LocalDateTime, days: number): LocalDateTime | undefined {
  const seconds = wallSeconds(`${local.slice(0, 10)} 00:00:00`) + days * SECONDS_PER_DAY;
  return isSupportedInstant(seconds) ? formatLocalDateTime(seconds) : undefined;
}

const dateOf = (local: LocalDateTime): Temporal.PlainDate => Temporal.PlainDate.from(local.slice(0, 10));

const startOfDateEpoch = (date: Temporal.PlainDate, zone: string): number =>
  date.toZonedDateTime(temporalTimeZone(zone)).epochMilliseconds / 1000;

/** Texts of days, counted from 1970-01-01. A list has hundreds of times, and `Date` needs three times as long to format one. */
const dateTextCache = new LRUCache<number, string>({
  max: 10_000,
  memoMethod: (day) => new Date(day * SECONDS_PER_DAY * 1000).toISOString().slice(0, 10),
});

/** Formats seconds since 1970 on a wall clock. */
function formatLocalDateTime(seconds: number): LocalDateTime {
  const wall = Math.min(Math.max(seconds, MIN_EPOCH_SECONDS), MAX_EPOCH_SECONDS);
  const day = Math.floor(wall / SECONDS_PER_DAY);
  const rest = wall - day * SECONDS_PER_DAY;
  const [hours, minutes] = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60];
  return `${dateTextCache.memo(day)} ${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(rest % 60)}`;
}
