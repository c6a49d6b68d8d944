import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';

/** Form of IANA names. Excludes names such as `SystemV/AST4`, which ICU still supports although IANA removed them. */
const IANA_NAME_PATTERN = /^(?!systemv\/)[a-z][a-z0-9_+-]*(\/[a-z0-9_+-]+)*$/i;
/** `UTC+5`, `UTC+5:30`, `UTC+5.5`, `+05:30`, `+0530`. */
const OFFSET_PATTERN = /^(?:UTC([+-])(\d{1,2})(?::([0-5]\d)|\.(25|5|75))?|([+-])(\d\d):?([0-5]\d))$/i;
const MINUTES_OF_FRACTION: Readonly<Record<string, number>> = { 25: 15, 5: 30, 75: 45 };
const MIN_OFFSET_MINUTES = -12 * 60;
const MAX_OFFSET_MINUTES = 14 * 60;

/**
 * Normalizes the name of a time zone. Accepts, in any letter case, the names of the IANA time zone database that Intl supports, links such as
 * `Asia/Calcutta` included, and offsets from -12 to +14 hours. A blank counts as `_`. A link keeps its name, because releases of the database
 * differ in which of two names is the link.
 * @returns `undefined` for any other text
 * @example normalizeTimeZone('utc+02:00') // 'UTC+2'
 * @see https://data.iana.org/time-zones/tz-link.html
 */
export function normalizeTimeZone(text: string): string | undefined {
  const name = text.trim().replaceAll(' ', '_');
  const minutes = fixedOffsetMinutes(name);
  if (minutes === undefined) return IANA_NAME_PATTERN.test(name) ? normalizeIanaName(name) : undefined;
  return minutes < MIN_OFFSET_MINUTES || minutes > MAX_OFFSET_MINUTES ? undefined : formatUtcZone(minutes);
}

/** Whether the runtime knows a stored zone. It may have been stored by a runtime with newer time zone data. */
export const isKnownTimeZone = (zone: string): boolean => knownZones.memo(zone);

const knownZones = new LRUCache<string, boolean>({
  max: 1000,
  memoMethod: (zone) => normalizeTimeZone(zone) !== undefined,
});

/** Converts a normalized zone to the form of Temporal: `+02:00` for `UTC+2`. */
export function temporalTimeZone(zone: string): string {
  const minutes = fixedOffsetMinutes(zone);
  return minutes === undefined ? zone : formatOffset(minutes);
}

/** Minutes east of Greenwich of a fixed offset, such as `UTC+5:30`, `UTC+5.5` or `+05:30`. `undefined` for any other zone. */
export function fixedOffsetMinutes(zone: string): number | undefined {
  const [match, utcSign, utcHours, utcMinutes = '0', fraction = '', sign, hours, minutes] =
    OFFSET_PATTERN.exec(zone) ?? [];
  if (match === undefined) return undefined;
  const size = Number(utcHours ?? hours) * 60 + (MINUTES_OF_FRACTION[fraction] ?? Number(minutes ?? utcMinutes));
  return (utcSign ?? sign) === '-' ? -size : size;
}

/** Formats minutes as a zone, in the form that is stored and served: `UTC+5:30` for 330. */
export function formatUtcZone(minutes: number): string {
  const size = Math.abs(minutes);
  const rest = size % 60;
  return `UTC${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${rest === 0 ? '' : `:${twoDigits(rest)}`}`;
}

/** Formats minutes in the form of RFC 3339: `-03:30` for -210. */
export function formatOffset(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

export const twoDigits = (value: number): string => (value < 10 ? `0${value}` : String(value));

/**
 * Temporal keeps a link's name and corrects its case; Intl would resolve the link. Temporal also caches every spelling that it was given:
 * lower case limits that to one per zone.
 */
function normalizeIanaName(name: string): string | undefined {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name.toLowerCase()).timeZoneId;
  } catch {
    return undefined;
  }
}
