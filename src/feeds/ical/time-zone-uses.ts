import { fixedOffsetMinutes, isKnownTimeZone } from '../../kernel/time/time-zone.js';

/**
 * Time zones of a calendar and the period for which it describes each of them: first start and last end, in epoch seconds.
 * Times outside of the period are written in UTC, such as those of events that were stored after it was determined.
 */
export type TimeZoneUses = ReadonlyMap<string, TimeZoneUse>;

export interface TimeZoneUse {
  readonly first: number;
  readonly last: number;
}

/**
 * The zones with a name, and their periods, in a summary of events.
 * @param rows one per zone: first start and last end, in epoch seconds, of its events except those that last all day
 */
export const timeZoneUses = (rows: Iterable<TimeZoneUse & { readonly timezone: string }>): TimeZoneUses =>
  new Map(
    Array.from(rows)
      .filter(({ timezone }) => isNamedTimeZone(timezone))
      .map(({ timezone, first, last }) => [timezone, { first, last }]),
  );

/**
 * Whether times are written with the name of a zone. The others are written in UTC: those in `UTC` or at a fixed offset, and those in a zone
 * that the runtime does not know.
 */
export const isNamedTimeZone = (zone: string): boolean =>
  zone !== 'UTC' && fixedOffsetMinutes(zone) === undefined && isKnownTimeZone(zone);

/** Any instant, because a calendar without events uses no zone. It is fixed, so that the text stays the same. */
const SAMPLE_INSTANT = Date.UTC(2026, 0, 1) / 1000;

/**
 * The zone that a calendar without events describes, because it must have a component.
 * @see https://www.rfc-editor.org/rfc/rfc5545#section-3.4
 */
export const timeZoneOfEmptyCalendar = (zone: string): TimeZoneUses =>
  new Map([[zone, { first: SAMPLE_INSTANT, last: SAMPLE_INSTANT }]]);
