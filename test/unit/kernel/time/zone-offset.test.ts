import { describe, expect, it } from '@jest/globals';
import { offsetInterval } from '../../../../src/kernel/time/zone-offset.js';

const seconds = (text: string) => Date.parse(text) / 1000;

describe('offsetInterval', () => {
  it('is the interval between two clock changes', () => {
    const interval = {
      from: seconds('2025-10-26T01:00:00Z'),
      to: seconds('2026-03-29T01:00:00Z'),
      offset: 3600,
    };
    expect(offsetInterval(seconds('2026-01-01T00:00:00Z'), 'Europe/Madrid')).toEqual(interval);
    expect(offsetInterval(interval.from, 'Europe/Madrid')).toEqual(interval);
    expect(offsetInterval(interval.to - 1, 'Europe/Madrid')).toEqual(interval);
    expect(offsetInterval(interval.to, 'Europe/Madrid').offset).toBe(7200);
    expect(offsetInterval(interval.from - 1, 'Europe/Madrid').offset).toBe(7200);
  });

  it('has no end if the clock never changes', () => {
    expect(offsetInterval(0, 'UTC')).toEqual({ from: -Infinity, to: Infinity, offset: 0 });
    expect(offsetInterval(0, 'UTC-3:30')).toEqual({ from: -Infinity, to: Infinity, offset: -12_600 });
    expect(offsetInterval(seconds('2500-01-01T00:00:00Z'), 'Asia/Kolkata').to).toBe(Infinity);
  });

  it('keeps the seconds of local mean time', () => {
    expect(offsetInterval(seconds('1890-01-01T00:00:00Z'), 'Europe/Madrid').offset).toBe(-884);
  });

  it('is correct after the cache has overflowed', () => {
    for (let year = 2000; year < 2600; year++) {
      expect(offsetInterval(seconds(`${year}-07-01T00:00:00Z`), 'America/New_York').offset).toBe(-14_400);
    }
    expect(offsetInterval(seconds('2000-01-01T00:00:00Z'), 'America/New_York').offset).toBe(-18_000);
  });

  it('is the same cached object between two clock changes', () => {
    const found = Array.from({ length: 20_000 }, (_each, hour) =>
      offsetInterval(seconds('2026-01-01T00:00:00Z') + hour * 3600, 'Europe/Paris'),
    );
    expect(new Set(found).size).toBe(6);
  });
});
