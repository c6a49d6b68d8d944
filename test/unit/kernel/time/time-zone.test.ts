import { describe, expect, it } from 'vitest';
import { formatUtcZone, normalizeTimeZone, temporalTimeZone } from '../../../../src/kernel/time/time-zone.js';

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
    [' Europe/Madrid ', 'Europe/Madrid'],
    ['America/New York', 'America/New_York'],
    ['america/argentina/buenos aires', 'America/Argentina/Buenos_Aires'],
  ])('accepts the link %j and keeps its name (2.5)', (text, zone) => {
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
    '',
    ' ',
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
    'UTC\u22122',
    'GMT+2',
    'XYZ+25',
    'Europe',
    'Europe/Madrid/x',
    'Europe/Madrid\0',
    'Factory',
    'localtime',
    'IST',
    'SystemV/AST4',
    'Etc/Unknown',
    'Etc/GMT+13',
    'constructor',
    'europe/madr\u0131d',
    'a'.repeat(10_000),
  ])('rejects %j (2.5)', (text) => {
    expect(normalizeTimeZone(text)).toBeUndefined();
  });

  it('returns names that temporalTimeZone keeps', () => {
    expect(temporalTimeZone('Europe/Madrid')).toBe('Europe/Madrid');
  });
});

describe('formatUtcZone', () => {
  it('omits zero minutes', () => {
    expect([-210, -60, 0, 345].map(formatUtcZone)).toEqual(['UTC-3:30', 'UTC-1', 'UTC+0', 'UTC+5:45']);
  });
});
