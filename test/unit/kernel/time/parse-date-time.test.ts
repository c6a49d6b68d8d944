import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { MIN_EPOCH_SECONDS, MAX_EPOCH_SECONDS } from '../../../../src/kernel/time/local-time.js';
import { parseDateTime, resolveEpochSeconds } from '../../../../src/kernel/time/parse-date-time.js';
import { byRunMode } from '../../../support/run/run-mode.js';

const seconds = (text: string) => Temporal.Instant.from(text).epochMilliseconds / 1000;
const local = (text: string, dateOnly = false) => ({ kind: 'local', local: text, dateOnly });
const instant = (epochSeconds: number) => ({ kind: 'instant', epochSeconds });

describe('parseDateTime', () => {
  it.each([
    ['2026-03-01 10:20:30', '2026-03-01 10:20:30'],
    ['2026-03-01 10:20', '2026-03-01 10:20:00'],
    ['2026-03-01T10:20:30', '2026-03-01 10:20:30'],
    ['2026-03-01t10:20', '2026-03-01 10:20:00'],
    ['2026-03-01 10:20:30.999', '2026-03-01 10:20:30'],
    ['2026-03-01 10:20:30,5', '2026-03-01 10:20:30'],
    ['20260301T1020', '2026-03-01 10:20:00'],
    ['20260301t102030.9', '2026-03-01 10:20:30'],
    [' 2026-03-01 10:20:30\n', '2026-03-01 10:20:30'],
    ['2024-02-29 23:59:59', '2024-02-29 23:59:59'],
    ['0001-01-01 00:00:00', '0001-01-01 00:00:00'],
    ['9999-12-31 23:59:59', '9999-12-31 23:59:59'],
  ])('reads %j as wall-clock time (2.4)', (text, expected) => {
    expect(parseDateTime(text)).toEqual(local(expected));
  });

  it.each([['2026-03-01'], ['20260301'], [' 2026-03-01 ']])('reads %j as a day (2.4)', (text) => {
    expect(parseDateTime(text)).toEqual(local('2026-03-01 00:00:00', true));
  });

  it('reads 1970-01-01 and 0 as ordinary dates (2.4)', () => {
    expect(parseDateTime('1970-01-01')).toEqual(local('1970-01-01 00:00:00', true));
    expect(parseDateTime('0')).toEqual(instant(0));
    expect(parseDateTime(0)).toEqual(instant(0));
  });

  it.each([
    ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z'],
    ['2026-03-01T10:00:00.123Z', '2026-03-01T10:00:00Z'],
    ['2026-03-01T10:00:00+02:00', '2026-03-01T08:00:00Z'],
    ['2026-03-01T10:00:00+0200', '2026-03-01T08:00:00Z'],
    ['2026-03-01T10:00:00+02', '2026-03-01T08:00:00Z'],
    ['2026-03-01 10:00-03:30', '2026-03-01T13:30:00Z'],
    ['2026-03-01 10:00:00 +0200', '2026-03-01T08:00:00Z'],
    ['2026-03-01T23:30:00-01:00', '2026-03-02T00:30:00Z'],
    ['20260301T100000Z', '2026-03-01T10:00:00Z'],
    ['20260301T1000+0200', '2026-03-01T08:00:00Z'],
    ['20260301T100000 02:00', '2026-03-01T08:00:00Z'],
  ])('reads %s as an instant (2.4)', (text, expected) => {
    expect(parseDateTime(text)).toEqual(instant(seconds(expected)));
  });

  it.each([['2026-03-01T10:00:00 02:00'], ['2026-03-01 10:00 02'], ['2026-03-01 10:00:00  02:00']])(
    'reads the blank before the offset of %j as a + (2.4)',
    (text) => {
      expect(parseDateTime(text)).toEqual(instant(seconds('2026-03-01T08:00:00Z')));
    },
  );

  it.each([
    ['1772355600', 1_772_355_600],
    [1_772_355_600, 1_772_355_600],
    ['-315619200', -315_619_200],
    ['100000000', 100_000_000],
    ['-0', 0],
    [String(MAX_EPOCH_SECONDS), MAX_EPOCH_SECONDS],
    [MIN_EPOCH_SECONDS, MIN_EPOCH_SECONDS],
  ])('reads %j as Unix seconds (2.4)', (value, expected) => {
    expect(parseDateTime(value)).toEqual(instant(expected));
  });

  it('reads the number 20260301 as a date (2.4)', () => {
    expect(parseDateTime(20_260_301)).toEqual(local('2026-03-01 00:00:00', true));
  });

  it.each([
    '2026-02-30',
    '0000-01-01',
    '2026-03-01 24:00',
    '2026-03-01 10:60',
    '2026-03-01 10:00:60',
    '2026-03-01 10',
    '2026-03-01T',
    '2026-03-01 1:00',
    '2026-03-01  10:00',
    '2026/03/01',
    '2027',
    2027,
    '-86400',
    '46447.4',
    '1772355600.9',
    1_772_355_600.9,
    '20261301',
    '00000101',
    '20260301T10',
    '20260301T10:00',
    '20260301T1000:30',
    '2026-03-01T1000',
    '20260301T10000',
    '20260230T100000Z',
    '20260301T250000Z',
    '20260301T1000.5',
    '20260301100000',
    '2026-W10-1',
    '2026-03-01T10:00:00+24:00',
    '2026-03-01T10:00:00+2',
    '2026-03-01T10:00:00+02:60',
    '2026-03-01T10:00:00+02:00:00',
    '2026-03-01T10:00:00[Europe/Madrid]',
    '2026-03-01Z',
    '2026-03-01T10:00:00.',
    '2026-03-01 10:00.5',
    'infinity',
    'NaN',
    'epoch',
    'now',
    '',
    ' ',
    '+5',
    '1e3',
    '0x10',
    '١٩٧٠-٠١-٠١',
    '+276000-01-01',
    '2026-01-01\0',
    '253402300800',
    '-62135596801',
    '9'.repeat(400),
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    NaN,
    -Infinity,
    1e21,
  ])('rejects %j (2.4)', (value) => {
    expect(parseDateTime(value)).toBeUndefined();
  });

  it('accepts the same days as Temporal (2.4)', () => {
    const part = (max: number) => fc.integer({ min: 0, max });
    fc.assert(
      fc.property(part(9999), part(14), part(33), (year, month, day) => {
        const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        expect(parseDateTime(text) !== undefined).toBe(year > 0 && exists({ year, month, day }));
      }),
    );
  });

  it('does not throw for any text (9.3)', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789-:+ TZ.,'), maxLength: 30 }), (text) => {
        expect(() => parseDateTime(text)).not.toThrow();
      }),
      { numRuns: byRunMode(200, 1000) },
    );
  });
});

describe('resolveEpochSeconds', () => {
  it('keeps an instant, and reads wall-clock time in the given zone (2.4)', () => {
    expect(resolveEpochSeconds({ kind: 'instant', epochSeconds: 5 }, 'Europe/Madrid')).toBe(5);
    expect(resolveEpochSeconds({ kind: 'local', local: '2026-03-01 10:00:00', dateOnly: false }, 'Europe/Madrid')).toBe(
      seconds('2026-03-01T09:00:00Z'),
    );
  });
});

function exists(date: { year: number; month: number; day: number }): boolean {
  try {
    return Temporal.PlainDate.from(date, { overflow: 'reject' }) !== undefined;
  } catch {
    return false;
  }
}
