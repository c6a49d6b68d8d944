import { Temporal } from 'temporal-polyfill';
import { isSupportedInstant, localToEpoch, type LocalDateTime } from './local-time.js';

/** An instant, or a wall-clock time whose zone is decided later. `dateOnly`: no time of day was given. */
export type ParsedDateTime =
  | { kind: 'instant'; epochSeconds: number }
  | { kind: 'local'; local: LocalDateTime; dateOnly: boolean };

const DATE = String.raw`(?<date>\d{4}-\d\d-\d\d)`;
const TIME = String.raw`(?<time>(?:[01]\d|2[0-3]):[0-5]\d)(?:(?<seconds>:[0-5]\d)(?:[.,]\d+)?)?`;
// Decoders of query strings turn the "+" of an offset into a blank.
const OFFSET = String.raw`(?<offset> ?z| ?[+ -](?:[01]\d|2[0-3])(?::?[0-5]\d)?)`;
const DATE_TIME_PATTERN = new RegExp(`^${DATE}(?:[t ]${TIME}${OFFSET}?)?$`, 'i');
/** ISO 8601 basic form up to the offset: year, month, day, digits of the time. */
const BASIC_PATTERN = /^(\d{4})(\d\d)(\d\d)(?:$|t((?:\d\d){2,3})(?![\d:]))/i;
/** A shorter number is more often a year, or the day number of a spreadsheet, than a moment in 1970. */
const UNIX_SECONDS_PATTERN = /^-?(?:0|\d{9,})$/;

/**
 * Parses a date strictly. Accepts:
 *
 * - `YYYY-MM-DD HH:MM[:SS[.fraction]]`, also with `T`, and `YYYYMMDDTHHMM[SS[.fraction]]`: wall-clock time
 * - `YYYY-MM-DD` and `YYYYMMDD`: wall-clock time, midnight
 * - a date and time followed by `Z`, `±HH`, `±HHMM` or `±HH:MM`: an instant
 * - Unix seconds, negative before 1970: an instant. Whole numbers of nine digits or more, and 0
 *
 * Fractions of a second are cut off. Years are 0001 to 9999, for instants in UTC.
 * @returns `undefined` for anything else
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
export function parseDateTime(value: string | number): ParsedDateTime | undefined {
  const text = String(value).trim();
  return UNIX_SECONDS_PATTERN.test(text) ? instantIfSupported(Number(text)) : parseCalendarDateTime(text);
}

/** Resolves a parsed date in a zone to epoch seconds. */
export function resolveEpochSeconds(parsed: ParsedDateTime, zone: string): number {
  return parsed.kind === 'instant' ? parsed.epochSeconds : localToEpoch(parsed.local, zone);
}

function parseCalendarDateTime(text: string): ParsedDateTime | undefined {
  const { groups = {} } = DATE_TIME_PATTERN.exec(toExtendedForm(text)) ?? {};
  const { date, time, seconds = ':00', offset } = groups;
  if (date === undefined || !isExistingDate(date)) return undefined;
  if (time === undefined) return { kind: 'local', local: `${date} 00:00:00`, dateOnly: true };
  if (offset === undefined) return { kind: 'local', local: `${date} ${time}${seconds}`, dateOnly: false };
  return instantIfSupported(Date.parse(`${date}T${time}${seconds}${isoOffset(offset)}`) / 1000);
}

/** Turns ISO 8601 basic form, as in iCalendar, into extended form: `20270815T200000Z`. Other text stays as it is. */
function toExtendedForm(text: string): string {
  return text.replace(BASIC_PATTERN, (_, ...[year, month, day, time]: [string, string, string, string?]) =>
    [`${year}-${month}-${day}`, ...(time === undefined ? [] : [time.replace(/\d\d(?=\d)/g, '$&:')])].join('T'),
  );
}

function isoOffset(offset: string): string {
  const [, hours, minutes = '00'] = /(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  return hours === undefined ? 'Z' : `${offset.includes('-') ? '-' : '+'}${hours}:${minutes}`;
}

/** Whether a date exists. Temporal rejects 30 February, `Date` does not. */
function isExistingDate(date: string): boolean {
  try {
    return Temporal.PlainDate.from(date).year > 0;
  } catch {
    return false;
  }
}

function instantIfSupported(epochSeconds: number): ParsedDateTime | undefined {
  // Adding zero turns -0 into 0.
  return isSupportedInstant(epochSeconds) ? { kind: 'instant', epochSeconds: epochSeconds + 0 } : undefined;
}
