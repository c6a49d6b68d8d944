import { describe, expect, it } from 'vitest';
import { parseRelativeDateTime } from '../../../../src/kernel/time/parse-relative-date-time.js';

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
    '',
    '+1',
    '+1 year',
    '1 fortnight',
    '+-1 day',
    'today 10:00',
    '0',
    'constructor',
    '+1 day\0',
    '+999999 months',
    '-30000 months',
    `+${'9'.repeat(400)} days`,
  ])('rejects %j (2.4)', (text) => {
    expect(inUtc(text)).toBeUndefined();
  });
});
