import ICAL from 'ical.js';
import { valueOf, type Component } from './content-lines.js';

/** Start of an offset from UTC. */
interface Onset {
  /** Epoch seconds. */
  readonly at: number;
  /** Seconds. */
  readonly offset: number;
}

const OFFSET = /^([+-])(\d\d)(\d\d)(\d\d)?$/;
const DATE_TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(Z?)$/;

/**
 * Reads the times of a `VTIMEZONE`. ical.js expands its rules, but is not used for offsets: it ignores their seconds and
 * limits them to 14 hours.
 */
export class TimeZoneReader {
  private readonly onsets: readonly Onset[];

  /** @param lastYear the last year whose times are read */
  constructor(component: Component, lastYear = 9999) {
    this.onsets = component.components
      .flatMap((observance) => onsetsOf(observance, Math.min(lastYear + 1, 9999)))
      .toSorted((one, other) => one.at - other.at);
    if (new Set(this.onsets.map(({ at }) => at)).size < this.onsets.length) throw new Error('Two onsets at once');
  }

  /** The instants, in epoch seconds, of a wall-clock time such as `20270308T190000`: none in a gap, two if it is repeated. */
  instantsOf(local: string): number[] {
    const wall = wallSeconds(local);
    const start = this.onsets.findLastIndex(({ at, offset }) => at + offset <= wall - 2 * 86_400);
    const near = this.onsets.slice(Math.max(start, 0)).values();
    const instants: number[] = [];
    let current = near.next().value;
    while (current && current.at <= wall + 2 * 86_400) {
      const next = near.next().value;
      const instant = wall - current.offset;
      if (instant >= current.at && instant < (next?.at ?? Infinity)) instants.push(instant);
      current = next;
    }
    return instants;
  }

  /** Whether parsers can represent all offsets: without seconds, from -12 to +14 hours. */
  get hasCommonOffsets(): boolean {
    return this.onsets.every(({ offset }) => offset % 60 === 0 && offset >= -43_200 && offset <= 50_400);
  }
}

function onsetsOf(observance: Component, lastYear: number): Onset[] {
  const start = required(observance, 'DTSTART');
  const from = offsetSeconds(required(observance, 'TZOFFSETFROM'));
  const offset = offsetSeconds(required(observance, 'TZOFFSETTO'));
  required(observance, 'TZNAME');
  const rule = valueOf(observance, 'RRULE');
  const onset = (local: string) => ({ at: wallSeconds(local) - from, offset });
  if (rule === undefined) return [onset(start)];
  const [, until] = /UNTIL=(\w+)/.exec(rule) ?? [];
  const end = until === undefined ? Infinity : wallSeconds(until);
  // The end is checked here, because ical.js compares it in local time.
  const iterator = ICAL.Recur.fromString(rule.replace(/;UNTIL=\w+/, '')).iterator(timeOf(start));
  const onsets: Onset[] = [];
  const endYear = Math.max(lastYear, Number(start.slice(0, 4)));
  for (let time = iterator.next(); time && time.year <= endYear; time = iterator.next()) {
    const next = onset(time.toICALString());
    if (next.at > end) break;
    onsets.push(next);
  }
  if (onsets[0]?.at !== onset(start).at) throw new Error(`The rule does not contain its start ${start}: ${rule}`);
  if (until !== undefined && onsets.at(-1)?.at !== end) throw new Error(`The rule does not contain its end: ${rule}`);
  return onsets;
}

const timeOf = (value: string): ICAL.Time =>
  ICAL.Time.fromDateTimeString(value.replace(DATE_TIME, '$1-$2-$3T$4:$5:$6$7'));

function required(component: Component, name: string): string {
  const value = valueOf(component, name);
  if (value === undefined) throw new Error(`${component.name} without ${name}`);
  return value;
}

/** A date and time in seconds since 1970, as if it were UTC. */
export function wallSeconds(value: string): number {
  if (!DATE_TIME.test(value)) throw new Error(`Not a date and time: ${value}`);
  return Date.parse(value.replace(DATE_TIME, '$1-$2-$3T$4:$5:$6Z')) / 1000;
}

function offsetSeconds(value: string): number {
  const [match, sign, hours, minutes, seconds = '0'] = OFFSET.exec(value) ?? [];
  if (match === undefined || /^-0+$/.test(match)) throw new Error(`Not an offset: ${value}`);
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}
