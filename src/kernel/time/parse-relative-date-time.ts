import { Temporal } from 'temporal-polyfill';
import { epochToLocal } from './local-time.js';
import type { ParsedDateTime } from './parse-date-time.js';

/** The present, in epoch milliseconds, and the zone whose calendar decides which day is today. */
export interface ReferenceTime {
  nowMs: number;
  zone: string;
}

/** The current second. A filter uses this exact second, but treats a date as a whole day. */
export interface ParsedNow {
  kind: 'now';
  epochSeconds: number;
}

const NAMED_DAYS = new Map([
  ['yesterday', '-1 day'],
  ['today', '0 days'],
  ['tomorrow', '1 day'],
]);
/** With six digits, the result stays within the years that Temporal supports. */
const RELATIVE_DATE_PATTERN = /^(?<sign>[+-]?)\s*(?<count>\d{1,6})\s*(?<unit>day|week|month)s?$/;

/**
 * Parses a relative date in upper or lower case: `now`, `today`, `tomorrow`, `yesterday`, `±N day[s]|week[s]|month[s]`. Offsets count from
 * today. `+` is optional, because decoders of query strings turn it into a blank. If the month lacks the day, the result is its last day.
 * @returns `now`, or a date without a time; `undefined` for anything else, and outside the years 0001 to 9999
 */
export function parseRelativeDateTime(
  text: string,
  { nowMs, zone }: ReferenceTime,
): ParsedDateTime | ParsedNow | undefined {
  const words = text.trim().toLowerCase();
  if (words === 'now') return { kind: 'now', epochSeconds: Math.floor(nowMs / 1000) };
  const { sign, count, unit } = RELATIVE_DATE_PATTERN.exec(NAMED_DAYS.get(words) ?? words)?.groups ?? {};
  if (unit === undefined) return undefined;
  const today = Temporal.PlainDate.from(epochToLocal(nowMs / 1000, zone).slice(0, 10));
  const date = today.add({ [`${unit}s`]: Number(count) * (sign === '-' ? -1 : 1) });
  const isSupported = date.year >= 1 && date.year <= 9999;
  return isSupported ? { kind: 'local', local: `${date.toString()} 00:00:00`, dateOnly: true } : undefined;
}
