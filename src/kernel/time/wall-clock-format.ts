import type { LocalDateTime } from './local-time.js';

const formats = new Map<string, Intl.DateTimeFormat>();

/** A format for {@link wallClock}, made once for a locale and options. It reads times as UTC, so that no zone needs a format of its own. */
export function wallClockFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  formats.set(key, format);
  return format;
}

/**
 * A date or wall-clock time as milliseconds for {@link wallClockFormat}.
 * @param local such as `2027-03-01` or `2027-03-01 18:00:00`
 */
export const wallClock = (local: LocalDateTime): number =>
  Date.parse(local.length === 10 ? `${local}T00:00:00Z` : `${local.replace(' ', 'T')}Z`);
