import { Temporal } from 'temporal-polyfill';

/** The longest of IANA's has 32 characters. */
const MAX_ZONE_NAME_LENGTH = 100;
const IANA_NAME = /^[a-z][a-z0-9_+-]*(\/[a-z0-9_+-]+)*$/i;
const UTC_OFFSET = /^UTC([+-])(\d{1,2})(?::(\d\d))?$/i;
const MIN_OFFSET_MINUTES = -12 * 60;
const MAX_OFFSET_MINUTES = 14 * 60;

/**
 * The stored spelling of a time zone, or undefined for what is none.
 *
 * Accepted are the names of the IANA time zone database that Intl knows, links (`Asia/Calcutta`, `EST`) included, in
 * any case, and `UTC±H[:MM]` from −12 to +14 hours, `UTC+2` lying two hours east of Greenwich. A link keeps its own
 * name: which of two names is the preferred one changes between releases of the database.
 *
 * @example
 * normalizeTimeZone('europe/madrid'); // 'Europe/Madrid'
 * normalizeTimeZone('utc+02:00'); // 'UTC+2'
 * normalizeTimeZone('+02:00'); // undefined
 * @see https://data.iana.org/time-zones/tz-link.html
 */
export function normalizeTimeZone(text: string): string | undefined {
  const name = text.trim();
  if (name.length > MAX_ZONE_NAME_LENGTH) return undefined;
  const minutes = offsetMinutes(name);
  if (minutes !== undefined) {
    return minutes < MIN_OFFSET_MINUTES || minutes > MAX_OFFSET_MINUTES ? undefined : formatUtcOffset(minutes);
  }
  return IANA_NAME.test(name) ? ianaName(name) : undefined;
}

/**
 * The name by which Temporal knows a zone that `normalizeTimeZone` gave.
 *
 * @example
 * temporalTimeZone('UTC+2'); // '+02:00'
 * temporalTimeZone('Europe/Madrid'); // 'Europe/Madrid'
 */
export function temporalTimeZone(zone: string): string {
  const minutes = offsetMinutes(zone);
  if (minutes === undefined) {
    return zone;
  }
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

/**
 * Minutes east of Greenwich of a zone written `UTC±H[:MM]`, or undefined for every other zone.
 *
 * @example
 * offsetMinutes('UTC-3:30'); // -210
 */
export function offsetMinutes(zone: string): number | undefined {
  const [, sign, hours, minutes = '0'] = UTC_OFFSET.exec(zone) ?? [];
  if (sign === undefined || Number(minutes) > 59) {
    return undefined;
  }
  const size = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -size : size;
}

/**
 * Minutes east of Greenwich in the one form in which they are stored and shown.
 *
 * @example
 * formatUtcOffset(330); // 'UTC+5:30'
 */
export function formatUtcOffset(minutes: number): string {
  const size = Math.abs(minutes);
  const rest = size % 60;
  return `UTC${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${rest === 0 ? '' : `:${twoDigits(rest)}`}`;
}

// Temporal keeps the name that was asked for and corrects its case; Intl's resolved name would be another link's.
// One spelling goes in, as Temporal remembers every spelling it was asked for. ICU goes on to know names that IANA dropped: System V's.
function ianaName(name: string): string | undefined {
  try {
    const zone = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name.toLowerCase()).timeZoneId;
    return zone.toLowerCase().startsWith('systemv/') ? undefined : zone;
  } catch {
    return undefined;
  }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
