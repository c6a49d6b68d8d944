import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { MIN_EPOCH_SECONDS } from './local-time.js';
import { fixedOffsetMinutes, temporalTimeZone } from './time-zone.js';

/** A change of the offset of a zone, at an instant in epoch seconds. Offsets are in seconds east of Greenwich. */
export interface ClockChange {
  readonly at: number;
  readonly offsetBefore: number;
  readonly offsetAfter: number;
}

/** The clock changes of a zone. `initialOffset` is in force before the first one. */
export interface ClockChanges {
  readonly initialOffset: number;
  readonly changes: readonly ClockChange[];
}

/** Last year of `clockChanges`. All later changes follow a yearly rule: the time zone database has irregular ones until 2087. */
export const LAST_YEAR_OF_CLOCK_CHANGES = 2109;

/**
 * All clock changes of a zone until the end of 2109. Results are cached, because Temporal needs up to 0.1 s to find them.
 * @param zone as returned by `normalizeTimeZone`
 */
export const clockChanges = (zone: string): ClockChanges => changesByZone.memo(zone);

const changesByZone = new LRUCache<string, ClockChanges>({ max: 1000, memoMethod: findClockChanges });

function findClockChanges(zone: string): ClockChanges {
  const changes: ClockChange[] = [];
  let current = Temporal.Instant.fromEpochMilliseconds(MIN_EPOCH_SECONDS * 1000).toZonedDateTimeISO(
    temporalTimeZone(zone),
  );
  const initialOffset = offsetOf(current);
  // A zone with a fixed offset has no changes. For all others, Temporal can find the next one.
  if (fixedOffsetMinutes(zone) !== undefined) return { initialOffset, changes };
  for (;;) {
    const next = current.getTimeZoneTransition('next');
    if (!next || next.year > LAST_YEAR_OF_CLOCK_CHANGES) return { initialOffset, changes };
    changes.push({ at: next.epochMilliseconds / 1000, offsetBefore: offsetOf(current), offsetAfter: offsetOf(next) });
    current = next;
  }
}

const offsetOf = ({ offsetNanoseconds }: Temporal.ZonedDateTime): number => offsetNanoseconds / 1e9;
