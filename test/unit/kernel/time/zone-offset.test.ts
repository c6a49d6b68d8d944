import { describe, expect, it } from 'vitest';
import { offsetInterval } from '../../../../src/kernel/time/zone-offset.js';

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
    expect(new Set(intervals).size).toBe(6);
  });
});
