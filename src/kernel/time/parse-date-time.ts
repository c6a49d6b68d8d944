import { Temporal } from 'temporal-polyfill';
import { isSupportedInstant, localToEpoch, type LocalDateTime } from './local-time.js';

/** An instant in epoch seconds, or a wall clock's time that waits for its zone; `dateOnly` where no time was given. */
export type ParsedDateTime =
  { kind: 'instant'; epochSeconds: number } | { kind: 'local'; local: LocalDateTime; dateOnly: boolean };

const DATE_PATTERN = String.raw`(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)`;
const TIME_PATTERN = String.raw`(?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d)(?:[.,]\d+)?)?`;
// A blank may stand before the offset, and for its "+", which decoders of query strings turn into one.
const OFFSET_PATTERN = String.raw`(?: ?(?<zulu>z)| ?(?<sign>[+ -])(?<offsetHour>[01]\d|2[0-3])(?::?(?<offsetMinute>[0-5]\d))?)`;
const ABSOLUTE_DATE_TIME_PATTERN = new RegExp(`^${DATE_PATTERN}[t ]${TIME_PATTERN}${OFFSET_PATTERN}?$`, 'i');
const DATE_ONLY_PATTERN = new RegExp(`^${DATE_PATTERN}$`);
const COMPACT_DATE_PATTERN = /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)$/;
const UNIX_SECONDS_PATTERN = /^(-?\d+)(?:[.,]\d+)?$/;

type MatchGroups = Record<string, string | undefined>;

/**
 * Reads a date strictly, or gives undefined for what is none.
 *
 * - `YYYY-MM-DD HH:MM[:SS[.fraction]]`, also with `T`, and `YYYY-MM-DD`: a wall clock's time
 * - the former with `Z`, `±HH`, `±HHMM` or `±HH:MM` behind it: an instant
 * - Unix seconds, before 1970 with a minus: an instant; but eight digits that form a date are that date
 *
 * Fractions of a second are cut. A number counts as its digits. Years are 0001 to 9999, for instants those of UTC.
 *
 * @example
 * parseDateTime('2026-03-01T10:00:00+01:00'); // { kind: 'instant', epochSeconds: 1772355600 }
 * parseDateTime('2026-03-01'); // { kind: 'local', local: '2026-03-01 00:00:00', dateOnly: true }
 * parseDateTime('2026-02-30'); // undefined
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
export function parseDateTime(value: string | number): ParsedDateTime | undefined {
  const text = typeof value === 'number' ? String(Math.trunc(value)) : value.trim();
  const dateTime = ABSOLUTE_DATE_TIME_PATTERN.exec(text)?.groups;
  if (dateTime !== undefined) {
    return parsedFromGroups(dateTime);
  }
  const date = (DATE_ONLY_PATTERN.exec(text) ?? COMPACT_DATE_PATTERN.exec(text))?.groups;
  const local = date && localDateTime(date);
  if (local !== undefined) {
    return { kind: 'local', local, dateOnly: true };
  }
  const seconds = UNIX_SECONDS_PATTERN.exec(text)?.[1];
  return seconds === undefined ? undefined : supportedInstant(Number(seconds));
}

/**
 * The instant, in epoch seconds, that a parsed date means in a zone.
 *
 * @example
 * resolveInstant({ kind: 'local', local: '2026-03-01 10:00:00', dateOnly: false }, 'Europe/Madrid'); // 1772355600
 */
export function resolveInstant(parsed: ParsedDateTime, zone: string): number {
  return parsed.kind === 'instant' ? parsed.epochSeconds : localToEpoch(parsed.local, zone);
}

function parsedFromGroups(groups: MatchGroups): ParsedDateTime | undefined {
  const local = localDateTime(groups);
  if (local === undefined) {
    return undefined;
  }
  if (groups.zulu === undefined && groups.offsetHour === undefined) {
    return { kind: 'local', local, dateOnly: false };
  }
  return supportedInstant(localToEpoch(local, 'UTC') - offsetSeconds(groups));
}

function offsetSeconds({ sign, offsetHour = '0', offsetMinute = '0' }: MatchGroups): number {
  const size = Number(offsetHour) * 3600 + Number(offsetMinute) * 60;
  return sign === '-' ? -size : size;
}

function localDateTime({
  year,
  month,
  day,
  hour = '00',
  minute = '00',
  second = '00',
}: MatchGroups): string | undefined {
  if (year === '0000') {
    return undefined;
  }
  try {
    // `reject` keeps Temporal from turning 30 February into the 28th.
    Temporal.PlainDate.from({ year: Number(year), month: Number(month), day: Number(day) }, { overflow: 'reject' });
    return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
  } catch {
    return undefined;
  }
}

function supportedInstant(epochSeconds: number): ParsedDateTime | undefined {
  // Adding zero turns the minus zero of "-0" into zero.
  return isSupportedInstant(epochSeconds) ? { kind: 'instant', epochSeconds: epochSeconds + 0 } : undefined;
}
