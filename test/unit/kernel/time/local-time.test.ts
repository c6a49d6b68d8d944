import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import {
  MIN_EPOCH_SECONDS,
  MAX_EPOCH_SECONDS,
  endOfDay,
  endOfDayEpoch,
  epochToLocal,
  localToEpoch,
  startOfDayEpoch,
  startOfNextDayEpoch,
  formatWithOffset,
} from '../../../../src/kernel/time/local-time.js';
import { byRunMode } from '../../../support/run/run-mode.js';

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC+5:30', 'UTC-12');
const startOfDay = (day: string, name: string) => epochToLocal(startOfDayEpoch(day, name), name);
const seconds = (text: string) => Temporal.Instant.from(text).epochMilliseconds / 1000;

describe('epochToLocal', () => {
  it('is reversed by localToEpoch, to the earlier instant in an overlap (5.3)', () => {
    fc.assert(
      fc.property(
        zone,
        fc.integer({ min: MIN_EPOCH_SECONDS + 86_400, max: MAX_EPOCH_SECONDS - 86_400 }),
        (name, epoch) => {
          const local = epochToLocal(epoch, name);
          const parsedEpoch = localToEpoch(local, name);
          expect(parsedEpoch).toBeLessThanOrEqual(epoch);
          expect(epochToLocal(parsedEpoch, name)).toBe(local);
        },
      ),
    );
  });

  it('stays within the years 1 to 9999 (5.1)', () => {
    expect(epochToLocal(MAX_EPOCH_SECONDS, 'Pacific/Kiritimati')).toBe('9999-12-31 23:59:59');
    expect(epochToLocal(MIN_EPOCH_SECONDS, 'America/New_York')).toBe('0001-01-01 00:00:00');
    expect(epochToLocal(localToEpoch('9999-12-31 23:59:59', 'UTC-12'), 'UTC')).toBe('9999-12-31 23:59:59');
    expect(epochToLocal(localToEpoch('0001-01-01 00:00:00', 'UTC+14'), 'UTC')).toBe('0001-01-01 00:00:00');
  });

  it('rounds fractions of a second down', () => {
    expect(epochToLocal(-0.5, 'UTC')).toBe('1969-12-31 23:59:59');
  });
});

describe('formatWithOffset', () => {
  it.each([
    ['2026-03-01 10:00:00', '2026-03-01T13:30:00Z', '2026-03-01T10:00:00-03:30'],
    ['1890-01-01 00:00:00', '1890-01-01T00:14:44Z', '1890-01-01T00:00:44-00:14'],
    ['1890-01-01 00:00:00', '1889-12-31T23:50:39Z', '1890-01-01T00:00:39+00:10'],
  ])('formats %s at the instant %s as %s (5.3)', (local, instant, expected) => {
    expect(formatWithOffset(local, seconds(instant))).toBe(expected);
  });

  it('formats the exact instant in any zone and year (5.3)', () => {
    fc.assert(
      fc.property(zone, fc.integer({ min: MIN_EPOCH_SECONDS, max: MAX_EPOCH_SECONDS }), (name, epoch) => {
        const text = formatWithOffset(epochToLocal(epoch, name), epoch);
        expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
        expect(seconds(text)).toBe(epoch);
      }),
      {
        examples: [
          ['Pacific/Kiritimati', MAX_EPOCH_SECONDS],
          ['UTC-12', MIN_EPOCH_SECONDS],
        ],
      },
    );
  });
});

describe('Days', () => {
  it('start at 00:00:00 and end at 23:59:59 (6.3)', () => {
    expect(startOfDay('2026-03-01', 'Europe/Madrid')).toBe('2026-03-01 00:00:00');
    expect(startOfDay('2026-03-01 10:00:00', 'Europe/Madrid')).toBe('2026-03-01 00:00:00');
    expect(endOfDay('2026-03-01 10:00:00')).toBe('2026-03-01 23:59:59');
    expect(endOfDay('2026-03-01')).toBe('2026-03-01 23:59:59');
  });

  it.each([
    ['2026-03-29', 'Europe/Madrid', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z'],
    // The clock goes back from 24:00 to 23:00, so the last hour occurs twice.
    ['2026-04-04', 'America/Santiago', '2026-04-04T03:00:00Z', '2026-04-05T03:59:59Z'],
    // The clock goes back from 00:01 to 23:01 of the day before.
    ['2010-11-06', 'America/St_Johns', '2010-11-06T02:30:00Z', '2010-11-07T03:29:59Z'],
    // The clock goes forward from 23:00 to 24:00, so the last hour does not exist.
    ['2026-03-28', 'America/Scoresbysund', '2026-03-28T02:00:00Z', '2026-03-29T00:59:59Z'],
    ['9999-12-31', 'UTC-12', '9999-12-31T12:00:00Z', '+010000-01-01T11:59:59Z'],
    ['0001-01-01', 'UTC+14', '0000-12-31T10:00:00Z', '0001-01-01T09:59:59Z'],
  ])('last from the first to the last second: %s in %s (7.4)', (day, name, first, last) => {
    expect(startOfDayEpoch(day, name)).toBe(seconds(first));
    expect(endOfDayEpoch(day, name)).toBe(seconds(last));
  });
});

const dayOf = (epochSeconds: number, zone: string) => epochToLocal(epochSeconds, zone).slice(0, 10);

describe('startOfNextDayEpoch', () => {
  it.each([
    ['2026-07-01T21:59:59.999Z', 'Europe/Madrid', '2026-07-01T22:00:00Z'],
    ['2026-07-01T22:00:00Z', 'Europe/Madrid', '2026-07-02T22:00:00Z'],
    // A clock change skips this midnight.
    ['2018-11-03T12:00:00Z', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
  ])('after %s in %s is %s (7.2)', (instant, zone, expected) => {
    expect(startOfNextDayEpoch(seconds(instant), zone)).toBe(seconds(expected));
  });

  it('is the first instant of the next day (7.2)', () => {
    for (const zone of ['Europe/Madrid', 'Pacific/Apia', 'America/New_York', 'Asia/Kolkata', 'Africa/Cairo']) {
      for (let hour = 0; hour < 24 * 366; hour += byRunMode(31, 7)) {
        const instant = seconds('2026-01-01T00:30:00Z') + hour * 3600;
        const midnight = startOfNextDayEpoch(instant, zone);
        expect([zone, midnight > instant, dayOf(midnight - 1, zone)]).toEqual([zone, true, dayOf(instant, zone)]);
        expect(dayOf(midnight, zone) > dayOf(instant, zone)).toBe(true);
      }
    }
  });
});
