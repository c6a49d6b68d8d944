import { describe, expect, it, vi } from 'vitest';
import { timeZoneAbbreviation } from '../../../../src/kernel/time/time-zone-abbreviation.js';

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

  it('rounds an offset with seconds up, like the time with its offset (5.3)', () => {
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
