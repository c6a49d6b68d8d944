import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { MAX_EPOCH_SECONDS, MIN_EPOCH_SECONDS } from '../../../../src/kernel/time/local-time.js';
import { parseDateTime, resolveEpochSeconds } from '../../../../src/kernel/time/parse-date-time.js';
import { byRunMode } from '../../../support/run/run-mode.js';
import { parseRelativeDateTime } from '../../../../src/kernel/time/parse-relative-date-time.js';
import { parsePeriod } from '../../../../src/kernel/time/parse-period.js';

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
    ['2024-02-29 23:59:59', '2024-02-29 23:59:59'],
    ['0001-01-01 00:00:00', '0001-01-01 00:00:00'],
    ['9999-12-31 23:59:59', '9999-12-31 23:59:59'],
    [' 2026-03-01 10:20:30\n', '2026-03-01 10:20:30'],
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
    '-86400',
    '46447.4',
    '1772355600.9',
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
    '+5',
    '1e3',
    '0x10',
    '١٩٧٠-٠١-٠١',
    '+276000-01-01',
    '2026-01-01\u0000',
    '253402300800',
    '-62135596801',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    2027,
    1_772_355_600.9,
    '',
    ' ',
    '9'.repeat(400),
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

  it('does not throw for texts of digits, signs and separators (9.3)', () => {
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

const nowMs = Date.UTC(2026, 0, 31, 23, 30, 15, 750);
const inMadrid = (text: string) => parseRelativeDateTime(text, { nowMs, zone: 'Europe/Madrid' });
const inUtc = (text: string) => parseRelativeDateTime(text, { nowMs, zone: 'UTC' });
const day = (date: string) => ({ kind: 'local', local: `${date} 00:00:00`, dateOnly: true });

describe('parseRelativeDateTime', () => {
  it('reads now as the exact second (2.4)', () => {
    expect(inMadrid(' NOW ')).toEqual({ kind: 'now', epochSeconds: Date.UTC(2026, 0, 31, 23, 30, 15) / 1000 });
  });

  it('reads today as the current day in the zone (2.4)', () => {
    expect(inUtc('today')).toEqual(day('2026-01-31'));
    expect(inMadrid('today')).toEqual(day('2026-02-01'));
  });

  it.each([
    ['Tomorrow', '2026-02-01'],
    ['yesterday', '2026-01-30'],
    ['+1 day', '2026-02-01'],
    ['+2 weeks', '2026-02-14'],
    ['+1 month', '2026-02-28'],
    ['-2 months', '2025-11-30'],
    ['+0 days', '2026-01-31'],
    ['+2weeks', '2026-02-14'],
    ['+ 2 weeks', '2026-02-14'],
  ])('reads %s as a day (2.4)', (text, date) => {
    expect(inUtc(text)).toEqual(day(date));
  });

  it('reads a leading blank, or no sign, as a + (2.4)', () => {
    expect(inUtc(' 2 weeks')).toEqual(day('2026-02-14'));
    expect(inUtc('2 weeks')).toEqual(day('2026-02-14'));
  });

  it.each([
    '+1',
    '+1 year',
    '1 fortnight',
    '+-1 day',
    'today 10:00',
    '0',
    'constructor',
    '+1 day\u0000',
    '+999999 months',
    '-30000 months',
    '',
    `+${'9'.repeat(400)} days`,
  ])('rejects %j (2.4)', (text) => {
    expect(inUtc(text)).toBeUndefined();
  });
});

/** Sunday, 9 May 2027, 23:30 UTC: already 10 May in Madrid. */
const NOW = { nowMs: Date.UTC(2027, 4, 9, 23, 30), zone: 'Europe/Madrid' };

describe('parsePeriod', () => {
  it.each([
    ['2027-05-09', '2027-05-09', '2027-05-09'],
    ['2027-W19', '2027-05-10', '2027-05-16'],
    ['2026-w53', '2026-12-28', '2027-01-03'],
    ['2025-W01', '2024-12-30', '2025-01-05'],
    ['2028-02', '2028-02-01', '2028-02-29'],
    ['2027-05-09/2027-05-12', '2027-05-09', '2027-05-12'],
    ['2027-05-09 / 2027-06', '2027-05-09', '2027-06-30'],
    ['2027-W18/2027-05-12', '2027-05-03', '2027-05-12'],
    ['2027-05-12/2027-05-09', '2027-05-12', '2027-05-09'],
    ['0001-W01', '0001-01-01', '0001-01-07'],
    ['9999-W52', '9999-12-27', '9999-12-31'],
    [' 20270509 ', '2027-05-09', '2027-05-09'],
  ])('reads %j as a period (7.3)', (text, first, last) => {
    expect(parsePeriod(text, NOW)).toEqual({ first, last, relative: false });
  });

  it.each([
    ['Today', '2027-05-10', '2027-05-10'],
    ['tomorrow', '2027-05-11', '2027-05-11'],
    ['yesterday/+2 weeks', '2027-05-09', '2027-05-24'],
    ['2027-05/today', '2027-05-01', '2027-05-10'],
  ])('reads %j as a period relative to the current day in the zone (2.4, 7.3)', (text, first, last) => {
    expect(parsePeriod(text, NOW)).toEqual({ first, last, relative: true });
  });

  it.each([
    '/',
    '2027-05/',
    '/2027-05',
    '2027-05/2027-06/2027-07',
    'now',
    '2027',
    '0',
    '1815161400',
    '2027-02-30',
    '2027-13',
    '2027-00',
    '2027-W00',
    '2027-W53',
    '0000-05',
    '0000-W01',
    '2027-W19-1',
    '2027-05-09 10:00',
    '2027-05-09T10:00Z',
    '2027-05-09--2027-05-12',
    'weekend',
    '+99999 months',
    '',
  ])('rejects %j (7.3)', (text) => {
    expect(parsePeriod(text, NOW)).toBeUndefined();
  });
});
