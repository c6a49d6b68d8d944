import { clockChanges } from '../../kernel/time/clock-changes.js';
import { epochToLocal, MIN_EPOCH_SECONDS } from '../../kernel/time/local-time.js';
import { timeZoneAbbreviation } from '../../kernel/time/time-zone-abbreviation.js';
import { twoDigits } from '../../kernel/time/time-zone.js';
import { recurrenceRules, type MonthlyRule } from './annual-date.js';
import { contentLine, textLine } from './content-line.js';
import { dateTimeValue, utcValue } from './date-values.js';
import { observancesOf, onsetInstant, onsetWallTime, type Observance } from './observances.js';
import type { TimeZoneUse } from './time-zone-uses.js';

/** A part of a time zone component, and the wall-clock time of its first onset, in seconds since 1970. */
interface ObservanceText {
  readonly start: number;
  readonly text: string;
}

/** A period for which a component describes a zone, in epoch seconds. */
interface Coverage {
  readonly start: number;
  readonly end: number;
}

/**
 * A time zone as a `VTIMEZONE`. It begins with the clock change that is in force one year before the first use, and
 * ends with the last use. A yearly rule that holds at the last use has no end. `RDATE` is not used, because Outlook
 * ignores it.
 * @param zone as returned by `normalizeTimeZone`
 * @see https://www.rfc-editor.org/rfc/rfc5545#section-3.6.5
 * @example timeZoneComponent('Europe/Madrid', { first: 1804525200, last: 1804532400 })
 */
export function timeZoneComponent(zone: string, { first, last }: TimeZoneUse): string {
  const observances = observancesOf(zone);
  const oneYearEarlier = Math.max(new Date(first * 1000).setUTCFullYear(yearOf(first) - 1) / 1000, MIN_EPOCH_SECONDS);
  const start = Math.max(...observances.map((each) => lastOnset(each, oneYearEarlier)));
  const coverage = { start, end: last };
  const parts = observances.flatMap((each) => observanceTexts(zone, each, coverage));
  const initial = start === -Infinity ? [initialObservance(zone, oneYearEarlier)] : [];
  return [
    contentLine('BEGIN', 'VTIMEZONE'),
    textLine('TZID', zone),
    textLine('X-LIC-LOCATION', zone),
    ...[...initial, ...parts].toSorted((one, other) => one.start - other.start).map(({ text }) => text),
    contentLine('END', 'VTIMEZONE'),
  ].join('');
}

const yearOf = (epochSeconds: number): number => new Date(epochSeconds * 1000).getUTCFullYear();

/** The last onset of an observance at or before an instant. -Infinity if there is none. */
function lastOnset(observance: Observance, instant: number): number {
  const { firstYear, lastYear } = observance;
  for (let year = Math.min(lastYear, yearOf(instant) + 1); year >= firstYear; year--) {
    const onset = onsetInstant(observance, year);
    if (onset <= instant) return onset;
  }
  return -Infinity;
}

/** The observance of a zone before its first clock change, from an instant in epoch seconds. */
function initialObservance(zone: string, start: number): ObservanceText {
  const { initialOffset } = clockChanges(zone);
  const wall = Math.max(start + initialOffset, MIN_EPOCH_SECONDS);
  const properties = { zone, offsetFrom: initialOffset, offsetTo: initialOffset, isDaylight: false };
  return { start: wall, text: observanceText(properties, wall, '') };
}

/** The onsets of an observance within a period: one part for each recurrence rule with onsets in it. */
function observanceTexts(zone: string, observance: Observance, coverage: Coverage): ObservanceText[] {
  return recurrenceRules(observance.date).flatMap((rule) => {
    const years = onsetYears(observance, rule, coverage);
    const [firstYear] = years;
    if (firstYear === undefined) return [];
    const start = onsetWallTime(observance, firstYear);
    const recurrenceLine = rruleLine(observance, rule, years, coverage.end);
    return [{ start, text: observanceText({ zone, ...observance }, start, recurrenceLine) }];
  });
}

/** The years in which the onset of an observance is within a period and in the month of a rule. */
function onsetYears(observance: Observance, { month }: MonthlyRule, { start, end }: Coverage): number[] {
  const firstYear = Math.max(observance.firstYear, yearOf(Math.max(start, MIN_EPOCH_SECONDS)) - 1);
  const lastYear = Math.min(observance.lastYear, yearOf(end) + 1);
  const years: number[] = [];
  for (let year = firstYear; year <= lastYear; year++) {
    const wall = onsetWallTime(observance, year);
    const onset = wall - observance.offsetFrom;
    if (onset >= start && onset <= end && new Date(wall * 1000).getUTCMonth() === month - 1) years.push(year);
  }
  return years;
}

/** The `RRULE` of an observance, without an end if onsets follow after the period. Empty for a single onset. */
function rruleLine(observance: Observance, { rule }: MonthlyRule, years: readonly number[], end: number): string {
  const { lastYear } = observance;
  if (lastYear === Infinity || onsetInstant(observance, lastYear) > end) return contentLine('RRULE', rule);
  if (years.length === 1) return '';
  return contentLine('RRULE', `${rule};UNTIL=${utcValue(onsetInstant(observance, years.at(-1) ?? lastYear))}`);
}

interface ObservanceProperties extends Pick<Observance, 'offsetFrom' | 'offsetTo' | 'isDaylight'> {
  readonly zone: string;
}

function observanceText(properties: ObservanceProperties, start: number, recurrenceLine: string): string {
  const { zone, offsetFrom, offsetTo, isDaylight } = properties;
  const name = isDaylight ? 'DAYLIGHT' : 'STANDARD';
  return [
    contentLine('BEGIN', name),
    textLine('TZNAME', timeZoneAbbreviation(zone, start - offsetFrom)),
    contentLine('TZOFFSETFROM', offsetValue(offsetFrom)),
    contentLine('TZOFFSETTO', offsetValue(offsetTo)),
    contentLine('DTSTART', dateTimeValue(epochToLocal(start, 'UTC'))),
    recurrenceLine,
    contentLine('END', name),
  ].join('');
}

/** Formats an offset in seconds: `+0100`, `-001444`. */
function offsetValue(offset: number): string {
  const size = Math.abs(offset);
  const [hours, minutes, seconds] = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60];
  return `${offset < 0 ? '-' : '+'}${twoDigits(hours)}${twoDigits(minutes)}${seconds === 0 ? '' : twoDigits(seconds)}`;
}
