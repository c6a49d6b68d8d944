import { describe, expect, it } from 'vitest';
import { parsePeriod } from '../../../../src/kernel/time/parse-period.js';

/** Sunday, 9 May 2027, 23:30 UTC: already 10 May in Madrid. */
const NOW = { nowMs: Date.UTC(2027, 4, 9, 23, 30), zone: 'Europe/Madrid' };

describe('parsePeriod', () => {
  it.each([
    ['2027-05-09', '2027-05-09', '2027-05-09'],
    [' 20270509 ', '2027-05-09', '2027-05-09'],
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
  ])('reads %j as a period (7.3)', (text, first, last) => {
    expect(parsePeriod(text, NOW)).toEqual({ first, last, relative: false });
  });

  it.each([
    ['Today', '2027-05-10', '2027-05-10'],
    ['tomorrow', '2027-05-11', '2027-05-11'],
    ['yesterday/+2 weeks', '2027-05-09', '2027-05-24'],
    ['2027-05/today', '2027-05-01', '2027-05-10'],
  ])('reads %j as a relative period in TIMEZONE (2.4, 7.3)', (text, first, last) => {
    expect(parsePeriod(text, NOW)).toEqual({ first, last, relative: true });
  });

  it.each([
    '',
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
  ])('rejects %j (7.3)', (text) => {
    expect(parsePeriod(text, NOW)).toBeUndefined();
  });
});
