import { Temporal } from 'temporal-polyfill';
import { fixedOffsetMinutes, temporalTimeZone } from './time-zone.js';

/** A period between two clock changes, in epoch seconds. `to` is excluded. `offset` is in seconds east of Greenwich. */
interface OffsetInterval {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

/** Bounds memory and search time. Two intervals per year cover 64 years. */
const MAX_INTERVALS_PER_ZONE = 128;
const intervalsByZone = new Map<string, readonly OffsetInterval[]>();

/**
 * Finds the period of constant offset that contains an instant. Results are cached, because Temporal needs milliseconds to find a clock
 * change.
 * @param epochSeconds whole seconds
 * @param zone as returned by `normalizeTimeZone`
 */
export function offsetInterval(epochSeconds: number, zone: string): OffsetInterval {
  const intervals = intervalsByZone.get(zone) ?? [];
  const known = intervals.find(({ from, to }) => from <= epochSeconds && epochSeconds < to);
  if (known) return known;
  const found = findInterval(epochSeconds, zone);
  intervalsByZone.set(zone, intervals.length < MAX_INTERVALS_PER_ZONE ? [...intervals, found] : [found]);
  return found;
}

function findInterval(epochSeconds: number, zone: string): OffsetInterval {
  const minutes = fixedOffsetMinutes(zone);
  if (minutes !== undefined) return { from: -Infinity, to: Infinity, offset: minutes * 60 };
  const dateTime = zonedDateTime(epochSeconds, zone);
  // "previous" excludes the given instant, which may be the one of a clock change.
  const previous = zonedDateTime(epochSeconds + 1, zone).getTimeZoneTransition('previous');
  const next = dateTime.getTimeZoneTransition('next');
  return {
    from: previous ? previous.epochMilliseconds / 1000 : -Infinity,
    to: next ? next.epochMilliseconds / 1000 : Infinity,
    offset: dateTime.offsetNanoseconds / 1e9,
  };
}

const zonedDateTime = (epochSeconds: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(epochSeconds * 1000).toZonedDateTimeISO(temporalTimeZone(zone));
