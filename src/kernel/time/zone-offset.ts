import { Temporal } from 'temporal-polyfill';
import { offsetMinutes, temporalTimeZone } from './time-zone.js';

/** A stretch of time, `from` included and `to` excluded (epoch seconds), in which a zone keeps one offset (seconds). */
export interface OffsetInterval {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

const MAX_INTERVALS_PER_ZONE = 512;
const offsetIntervalsByZone = new Map<string, OffsetInterval[]>();

/**
 * The stretch between two clock changes in which an instant lies.
 *
 * Asking Temporal costs microseconds and finding a clock change milliseconds, so what was found is kept, sorted by time.
 * The zones are finitely many; a zone with too many stretches starts anew, so memory stays bounded whatever is asked.
 *
 * @param epochSeconds whole seconds since 1970-01-01T00:00:00Z
 * @param zone as `normalizeTimeZone` gives it
 * @example
 * offsetInterval(1772355600, 'Europe/Madrid').offset; // 3600
 */
export function offsetInterval(epochSeconds: number, zone: string): OffsetInterval {
  const intervals = offsetIntervalsByZone.get(zone) ?? [];
  const index = indexOfFirstEndingAfter(intervals, epochSeconds);
  const known = intervals[index];
  if (known !== undefined && known.from <= epochSeconds) {
    return known;
  }
  const found = findInterval(epochSeconds, zone);
  cacheInterval(zone, intervals, index, found);
  return found;
}

function cacheInterval(zone: string, intervals: OffsetInterval[], index: number, found: OffsetInterval): void {
  if (intervals.length >= MAX_INTERVALS_PER_ZONE) {
    offsetIntervalsByZone.set(zone, [found]);
    return;
  }
  intervals.splice(index, 0, found);
  offsetIntervalsByZone.set(zone, intervals);
}

function indexOfFirstEndingAfter(intervals: OffsetInterval[], epochSeconds: number): number {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((intervals[middle]?.to ?? Infinity) > epochSeconds) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

function findInterval(epochSeconds: number, zone: string): OffsetInterval {
  const minutes = offsetMinutes(zone);
  if (minutes !== undefined) {
    return { from: -Infinity, to: Infinity, offset: minutes * 60 };
  }
  const dateTime = zonedDateTime(epochSeconds, zone);
  // Temporal's "previous" excludes the moment itself, which may be that of the change.
  const previous = zonedDateTime(epochSeconds + 1, zone).getTimeZoneTransition('previous');
  return {
    from: toEpochSeconds(previous) ?? -Infinity,
    to: toEpochSeconds(dateTime.getTimeZoneTransition('next')) ?? Infinity,
    offset: dateTime.offsetNanoseconds / 1e9,
  };
}

function zonedDateTime(epochSeconds: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(epochSeconds * 1000).toZonedDateTimeISO(temporalTimeZone(zone));
}

function toEpochSeconds(dateTime: Temporal.ZonedDateTime | null): number | undefined {
  return dateTime === null ? undefined : dateTime.epochMilliseconds / 1000;
}
