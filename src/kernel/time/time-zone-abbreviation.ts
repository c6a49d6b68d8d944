import { LRUCache } from 'lru-cache';
import { formatUtcZone, fixedOffsetMinutes } from './time-zone.js';
import { offsetInterval } from './zone-offset.js';

/** CLDR has the abbreviation of a zone only in locales of its region. The first locale that has one wins. */
const ABBREVIATION_LOCALES = ['US', 'GB', 'AU', 'CA', 'IN', 'NZ', 'ZA', 'IE', 'HK', 'SG', 'ID']
  .map((region) => `en-${region}`)
  .concat('ja-JP');

const abbreviations = new LRUCache<string, string>({ max: 10_000 });

/**
 * Abbreviation of a time zone at an instant, such as `CET` or `CEST`. Zones without an abbreviation in CLDR have their offset: `UTC+3`.
 * @param zone as returned by `normalizeTimeZone`
 * @see https://unicode.org/reports/tr35/tr35-dates.html#Time_Zone_Names
 */
export function timeZoneAbbreviation(zone: string, epochSeconds: number): string {
  const { from, offset } = offsetInterval(Math.floor(epochSeconds), zone);
  // Names can change without a clock change. One sample per year is precise enough and can be cached.
  const sampleSeconds = Math.max(from, startOfUtcYearEpoch(epochSeconds));
  const key = `${zone} ${sampleSeconds}`;
  const known = abbreviations.get(key);
  if (known !== undefined) return known;
  const abbreviation = findAbbreviation(zone, sampleSeconds) ?? offsetAbbreviation(offset);
  abbreviations.set(key, abbreviation);
  return abbreviation;
}

function findAbbreviation(zone: string, epochSeconds: number): string | undefined {
  if (fixedOffsetMinutes(zone) !== undefined) return undefined;
  for (const locale of ABBREVIATION_LOCALES) {
    const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' });
    const name = format.formatToParts(epochSeconds * 1000).find((part) => part.type === 'timeZoneName')?.value;
    if (name !== undefined && /^[A-Z]{2,6}$/.test(name)) return name;
  }
  return undefined;
}

function offsetAbbreviation(offset: number): string {
  // Rounded up, as `formatWithOffset` does.
  const minutes = Math.ceil(offset / 60);
  return minutes === 0 ? 'UTC' : formatUtcZone(minutes);
}

const startOfUtcYearEpoch = (epochSeconds: number): number =>
  new Date(0).setUTCFullYear(new Date(epochSeconds * 1000).getUTCFullYear(), 0, 1) / 1000;
