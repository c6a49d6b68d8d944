import { describe, expect, it } from '@jest/globals';
import { epochToLocal, startOfNextDayEpoch } from '../../../../src/kernel/time/local-time.js';

const epoch = (instant: string) => Date.parse(instant) / 1000;
const dayOf = (epochSeconds: number, zone: string) => epochToLocal(epochSeconds, zone).slice(0, 10);

describe('startOfNextDayEpoch', () => {
  it.each([
    ['2026-07-01T21:59:59.999Z', 'Europe/Madrid', '2026-07-01T22:00:00Z'],
    ['2026-07-01T22:00:00Z', 'Europe/Madrid', '2026-07-02T22:00:00Z'],
    ['2026-03-29T12:00:00Z', 'Europe/Madrid', '2026-03-29T22:00:00Z'],
    ['2026-10-24T22:00:00Z', 'Europe/Madrid', '2026-10-25T23:00:00Z'],
    ['2026-12-31T12:00:00Z', 'UTC', '2027-01-01T00:00:00Z'],
    ['2026-12-31T12:00:00Z', 'UTC+5:45', '2026-12-31T18:15:00Z'],
    // A clock change skips this midnight.
    ['2018-11-03T12:00:00Z', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
  ])('after %s in %s is %s (7.2)', (instant, zone, expected) => {
    expect(startOfNextDayEpoch(epoch(instant), zone)).toBe(epoch(expected));
  });

  it('is the first instant of the next day (7.2)', () => {
    for (const zone of ['Europe/Madrid', 'Pacific/Apia', 'America/New_York', 'Asia/Kolkata', 'Africa/Cairo']) {
      for (let hour = 0; hour < 24 * 366; hour += 7) {
        const instant = epoch('2026-01-01T00:30:00Z') + hour * 3600;
        const midnight = startOfNextDayEpoch(instant, zone);
        expect([zone, midnight > instant, dayOf(midnight - 1, zone)]).toEqual([zone, true, dayOf(instant, zone)]);
        expect(dayOf(midnight, zone) > dayOf(instant, zone)).toBe(true);
      }
    }
  });
});
