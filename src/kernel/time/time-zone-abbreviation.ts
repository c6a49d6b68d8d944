import { formatUtcOffset, offsetMinutes } from './time-zone.js';
import { offsetInterval } from './zone-offset.js';

// CLDR holds a zone's abbreviation only in the locales of those who use it; these add something to the ones before.
const ABBREVIATION_LOCALES = [
  'en-US',
  'en-GB',
  'en-AU',
  'en-CA',
  'en-IN',
  'en-NZ',
  'en-ZA',
  'en-IE',
  'en-HK',
  'en-SG',
  'en-ID',
  'ja-JP',
];
const MAX_CACHED_ABBREVIATIONS = 10_000;
const abbreviationCache = new Map<string, string>();

/**
 * How a zone is called for short at an instant (epoch seconds): the letters in use (`CET`, `CEST`, `EST`), or, where
 * CLDR has none, its offset.
 *
 * @param zone as `normalizeTimeZone` gives it
 * @example
 * timeZoneAbbreviation('Europe/Madrid', 1772355600); // 'CET'
 * timeZoneAbbreviation('Europe/Moscow', 1772355600); // 'UTC+3'
 * @see https://unicode.org/reports/tr35/tr35-dates.html#Time_Zone_Names
 */
export function timeZoneAbbreviation(zone: string, epochSeconds: number): string {
  const interval = offsetInterval(Math.floor(epochSeconds), zone);
  // Names change without the clock changing, if rarely: a year's first moment stands for the year.
  const sampleSeconds = Math.max(interval.from, startOfYear(epochSeconds));
  const key = `${zone} ${sampleSeconds}`;
  const known = abbreviationCache.get(key);
  if (known !== undefined) {
    return known;
  }
  const found = findAbbreviation(zone, sampleSeconds) ?? offsetAbbreviation(interval.offset);
  if (abbreviationCache.size >= MAX_CACHED_ABBREVIATIONS) {
    abbreviationCache.clear();
  }
  abbreviationCache.set(key, found);
  return found;
}

function findAbbreviation(zone: string, epochSeconds: number): string | undefined {
  if (offsetMinutes(zone) !== undefined) {
    return undefined;
  }
  for (const locale of ABBREVIATION_LOCALES) {
    const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' });
    const name = format.formatToParts(epochSeconds * 1000).find((part) => part.type === 'timeZoneName')?.value;
    if (name !== undefined && /^[A-Z]{2,6}$/.test(name)) {
      return name;
    }
  }
  return undefined;
}

function offsetAbbreviation(offset: number): string {
  const minutes = Math.round(offset / 60);
  return minutes === 0 ? 'UTC' : formatUtcOffset(minutes);
}

function startOfYear(epochSeconds: number): number {
  return new Date(0).setUTCFullYear(new Date(epochSeconds * 1000).getUTCFullYear(), 0, 1) / 1000;
}
