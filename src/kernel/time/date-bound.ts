import { parseDateTime, type ParsedDateTime } from './parse-date-time.js';
import { parseRelativeDateTime, type ParsedNow, type ReferenceTime } from './parse-relative-date-time.js';

/** A bound of a list's window. `relative` where tomorrow the same words would mean another. */
export type DateBound = (ParsedDateTime | ParsedNow) & { readonly relative?: boolean };

/**
 * Reads a bound of a list's window: what `parseDateTime` or `parseRelativeDateTime` reads; undefined for all else.
 *
 * @example
 * parseDateBound('tomorrow', { nowMs: Date.UTC(2026, 2, 1), zone: 'UTC' });
 * // { kind: 'local', local: '2026-03-02 00:00:00', dateOnly: true, relative: true }
 */
export function parseDateBound(value: string | number, reference: ReferenceTime): DateBound | undefined {
  const absolute = parseDateTime(value);
  if (absolute || typeof value === 'number') return absolute;
  const relative = parseRelativeDateTime(value, reference);
  return relative && { ...relative, relative: true };
}
