import { parseDateTime, type ParsedDateTime } from './parse-date-time.js';
import { parseRelativeDateTime, type ParsedNow, type ReferenceTime } from './parse-relative-date-time.js';

/** A date in a list filter. `relative`: the same input has another meaning tomorrow. */
export type DateBound = (ParsedDateTime | ParsedNow) & { readonly relative?: boolean };

/** Parses a date in a list filter: what `parseDateTime` or `parseRelativeDateTime` accepts. */
export function parseDateBound(value: string | number, reference: ReferenceTime): DateBound | undefined {
  const absolute = parseDateTime(value);
  if (absolute || typeof value === 'number') return absolute;
  const relative = parseRelativeDateTime(value, reference);
  return relative && { ...relative, relative: true };
}
