import { Temporal } from 'temporal-polyfill';
import { epochToLocal } from './local-time.js';
import type { ParsedDateTime } from './parse-date-time.js';

/** What a relative date is relative to: the moment, in epoch milliseconds, and the zone whose calendar says "today". */
export interface ReferenceTime {
  nowMs: number;
  zone: string;
}

/** The present second, which stays exact where whole days are meant otherwise. */
export interface ParsedNow {
  kind: 'now';
  epochSeconds: number;
}

const DAYS_FROM_TODAY: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };
// Six digits keep the sum within the years that Temporal can count.
const RELATIVE_OFFSET = /^(?<sign>[+-]?)\s*(?<count>\d{1,6})\s*(?<unit>day|week|month)s?$/;

/**
 * Reads a relative date, or gives undefined for everything else, absolute dates included: `now`, `today`, `tomorrow`,
 * `yesterday`, and `±N day[s]|week[s]|month[s]`, counted from today. The sign `+` may be missing, as decoders of query
 * strings turn it into a blank. Any case. All but `now` are dates without a time. A month that lacks the day gives its
 * last one. N has at most six digits; a result beyond the years 0001 to 9999 is undefined.
 *
 * @example
 * parseRelativeDateTime('+2 weeks', { nowMs: Date.UTC(2026, 2, 1), zone: 'UTC' });
 * // { kind: 'local', local: '2026-03-15 00:00:00', dateOnly: true }
 */
export function parseRelativeDateTime(text: string, reference: ReferenceTime): ParsedDateTime | ParsedNow | undefined {
  const words = text.trim().toLowerCase();
  if (words === 'now') {
    return { kind: 'now', epochSeconds: Math.floor(reference.nowMs / 1000) };
  }
  const distance = offsetFromToday(words);
  if (distance === undefined) {
    return undefined;
  }
  const date = Temporal.PlainDate.from(epochToLocal(reference.nowMs / 1000, reference.zone).slice(0, 10)).add(distance);
  const known = date.year >= 1 && date.year <= 9999;
  return known ? { kind: 'local', local: `${date.toString()} 00:00:00`, dateOnly: true } : undefined;
}

function offsetFromToday(words: string): Temporal.DurationLike | undefined {
  const days = Object.hasOwn(DAYS_FROM_TODAY, words) ? DAYS_FROM_TODAY[words] : undefined;
  if (days !== undefined) {
    return { days };
  }
  const step = RELATIVE_OFFSET.exec(words)?.groups;
  return step && { [`${step.unit}s`]: Number(step.count) * (step.sign === '-' ? -1 : 1) };
}
