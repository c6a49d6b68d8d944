import { describe, expect, it, vi } from 'vitest';
import { formatUtcZone, normalizeTimeZone, temporalTimeZone } from '../../../../src/kernel/time/time-zone.js';
import { timeZoneAbbreviation } from '../../../../src/kernel/time/time-zone-abbreviation.js';
import { offsetInterval } from '../../../../src/kernel/time/zone-offset.js';

describe('normalizeTimeZone', () => {
  it('accepts every zone that Intl lists, in any letter case (2.5)', () => {
    for (const name of Intl.supportedValuesOf('timeZone')) {
      expect(normalizeTimeZone(name)).toBe(name);
      expect(normalizeTimeZone(name.toLowerCase())).toBe(name);
      expect(normalizeTimeZone(name.toUpperCase())).toBe(name);
    }
  });

  it.each([
    ['asia/calcutta', 'Asia/Calcutta'],
    ['europe/kyiv', 'Europe/Kyiv'],
    ['america/argentina/comodrivadavia', 'America/Argentina/ComodRivadavia'],
    ['mexico/bajanorte', 'Mexico/BajaNorte'],
    ['nz-chat', 'NZ-CHAT'],
    ['est5edt', 'EST5EDT'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    ['utc', 'UTC'],
    ['America/New York', 'America/New_York'],
    ['america/argentina/buenos aires', 'America/Argentina/Buenos_Aires'],
    [' Europe/Madrid ', 'Europe/Madrid'],
  ])('accepts %j as %s, without replacing links (2.5)', (text, zone) => {
    expect(normalizeTimeZone(text)).toBe(zone);
  });

  it.each([
    ['UTC+2', 'UTC+2', '+02:00'],
    ['utc+02:00', 'UTC+2', '+02:00'],
    ['UTC+5:30', 'UTC+5:30', '+05:30'],
    ['UTC-0:45', 'UTC-0:45', '-00:45'],
    ['UTC-0', 'UTC+0', '+00:00'],
    ['UTC+14:00', 'UTC+14', '+14:00'],
    ['UTC-12', 'UTC-12', '-12:00'],
    ['UTC+5.5', 'UTC+5:30', '+05:30'],
    ['utc-3.25', 'UTC-3:15', '-03:15'],
    ['UTC+12.75', 'UTC+12:45', '+12:45'],
    ['+02:00', 'UTC+2', '+02:00'],
    ['-0330', 'UTC-3:30', '-03:30'],
    ['+0000', 'UTC+0', '+00:00'],
  ])('accepts the offset %s as %s, positive to the east (2.5)', (text, zone, temporal) => {
    expect(normalizeTimeZone(text)).toBe(zone);
    expect(normalizeTimeZone(zone)).toBe(zone);
    expect(temporalTimeZone(zone)).toBe(temporal);
  });

  it.each([
    '+14:01',
    '-1230',
    '+2:00',
    '+02',
    '+0260',
    '05:30',
    '-3',
    'Z',
    'UTC+',
    'UTC+14:01',
    'UTC-12:30',
    'UTC+2:60',
    'UTC+002',
    'UTC+5.50',
    'UTC+5.3',
    'UTC+05:30.5',
    'UTC+0530',
    'New York',
    'Europe/ Madrid',
    'UTC 2',
    'UTC−2',
    'GMT+2',
    'XYZ+25',
    'Europe',
    'Europe/Madrid/x',
    'Europe/Madrid\u0000',
    'Factory',
    'localtime',
    'IST',
    'SystemV/AST4',
    'Etc/Unknown',
    'Etc/GMT+13',
    'constructor',
    'europe/madrıd',
    '',
    ' ',
    'a'.repeat(10_000),
  ])('rejects %j (2.5)', (text) => {
    expect(normalizeTimeZone(text)).toBeUndefined();
  });
});

describe('temporalTimeZone', () => {
  it('keeps the name of a zone that is not an offset', () => {
    expect(temporalTimeZone('Europe/Madrid')).toBe('Europe/Madrid');
  });
});

describe('formatUtcZone', () => {
  it('omits zero minutes', () => {
    expect([-210, -60, 0, 345].map(formatUtcZone)).toEqual(['UTC-3:30', 'UTC-1', 'UTC+0', 'UTC+5:45']);
  });
});

const WINTER = Date.UTC(2026, 0, 15) / 1000;
const SUMMER = Date.UTC(2026, 6, 15) / 1000;

describe('timeZoneAbbreviation', () => {
  it.each([
    ['Europe/Madrid', 'CET', 'CEST'],
    ['Europe/London', 'GMT', 'BST'],
    ['Europe/Dublin', 'GMT', 'IST'],
    ['America/New_York', 'EST', 'EDT'],
    ['Asia/Tokyo', 'JST', 'JST'],
    ['Asia/Calcutta', 'IST', 'IST'],
    ['Africa/Johannesburg', 'SAST', 'SAST'],
    ['Australia/Sydney', 'AEDT', 'AEST'],
    ['Europe/Moscow', 'UTC+3', 'UTC+3'],
    ['Asia/Kathmandu', 'UTC+5:45', 'UTC+5:45'],
    ['UTC', 'UTC', 'UTC'],
    ['UTC+0', 'UTC', 'UTC'],
    ['UTC+2', 'UTC+2', 'UTC+2'],
    ['UTC-3:30', 'UTC-3:30', 'UTC-3:30'],
  ])('returns for %s the abbreviation %s in January and %s in July (5.3)', (zone, winter, summer) => {
    expect(timeZoneAbbreviation(zone, WINTER)).toBe(winter);
    expect(timeZoneAbbreviation(zone, SUMMER)).toBe(summer);
  });

  it('rounds an offset with seconds up, like formatWithOffset (5.3)', () => {
    expect(timeZoneAbbreviation('Europe/Madrid', Date.UTC(1900, 0, 1) / 1000)).toBe('UTC-0:14');
  });

  it('changes at a clock change (5.3)', () => {
    const change = Date.UTC(2026, 2, 29, 1) / 1000;
    expect(timeZoneAbbreviation('Europe/Madrid', change - 1)).toBe('CET');
    expect(timeZoneAbbreviation('Europe/Madrid', change)).toBe('CEST');
  });

  it('returns an abbreviation for any zone and year (5.3)', () => {
    for (const zone of ['Europe/Madrid', 'America/New_York', 'Pacific/Kiritimati', 'UTC-12']) {
      for (const year of ['0001-01-01', '1890-06-01', '9999-12-31']) {
        expect(timeZoneAbbreviation(zone, Date.parse(`${year}T00:00:00Z`) / 1000)).toMatch(
          /^[A-Z]{2,6}([+-]\d+(:\d\d)?)?$/,
        );
      }
    }
  });

  it('does not format again within a cached interval of the zone', () => {
    timeZoneAbbreviation('Europe/Moscow', WINTER);
    const formatToParts = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    for (let second = 0; second < 20_000; second++) {
      timeZoneAbbreviation('Europe/Moscow', WINTER + second);
    }
    expect(formatToParts).not.toHaveBeenCalled();
    timeZoneAbbreviation('Europe/Volgograd', WINTER);
    expect(formatToParts).toHaveBeenCalled();
    formatToParts.mockRestore();
  });
});

const seconds = (text: string) => Date.parse(text) / 1000;

describe('offsetInterval', () => {
  it('is correct after the cache has overflowed', () => {
    for (let year = 2000; year < 2600; year++) {
      expect(offsetInterval(seconds(`${year}-07-01T00:00:00Z`), 'America/New_York').offset).toBe(-14_400);
    }
    expect(offsetInterval(seconds('2000-01-01T00:00:00Z'), 'America/New_York').offset).toBe(-18_000);
  });

  it('is the same cached object between two clock changes', () => {
    const intervals = Array.from({ length: 20_000 }, (_each, hour) =>
      offsetInterval(seconds('2026-01-01T00:00:00Z') + hour * 3600, 'Europe/Paris'),
    );
    // The 20,000 hours end in April 2028, after five clock changes.
    expect(new Set(intervals).size).toBe(6);
  });
});
