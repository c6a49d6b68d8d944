import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { epochToLocal, localToEpoch, formatWithOffset } from '../../../../src/kernel/time/local-time.js';
import { instantOfLocal, localTime, zonedTime } from '../../../model/dates.js';
import { clockChanges } from '../../../model/generators/dates.js';
import { byRunMode, casesByRunMode } from '../../../support/run/run-mode.js';

/** The short form has every twelfth zone. */
const ZONES = casesByRunMode(Intl.supportedValuesOf('timeZone'), (_zone, index) => index % 12 === 0);
const YEAR_SECONDS = 366 * 86_400;
const anyEpoch = fc.integer({ min: Date.UTC(1970, 0, 3) / 1000, max: Date.UTC(2099, 11, 28) / 1000 });

const offsetOf = (epoch: number, zone: string): number => zonedTime(epoch, zone).offsetNanoseconds / 1e9;

/** Runs a check for every zone, at random moments. */
function forEveryZone(momentsPerZone: number, check: (zone: string, epoch: number) => void): void {
  for (const zone of ZONES)
    fc.assert(
      fc.property(fc.constant(zone), anyEpoch, (_zone, epoch) => check(zone, epoch)),
      { numRuns: momentsPerZone },
    );
}

describe('Wall-clock times of every zone, 1970 to 2099', () => {
  it('are those of Intl; with their offset they are the same instant (5.3)', () => {
    forEveryZone(2, (zone, epoch) => {
      const local = epochToLocal(epoch, zone);
      // The Swedish date format is that of ISO 8601.
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
      expect(local).toBe(format.format(epoch * 1000));
      // RFC 3339 has no seconds in offsets: they are rounded up to the minute, and the time is adjusted.
      const minutes = Math.ceil(offsetOf(epoch, zone) / 60);
      expect(formatWithOffset(local, epoch).slice(0, 19)).toBe(localTime(epoch + minutes * 60).replace(' ', 'T'));
      expect(Date.parse(formatWithOffset(local, epoch)) / 1000).toBe(epoch);
    });
  });

  it('map to the same instants as in Temporal (6.3)', () => {
    forEveryZone(10, (zone, wallClockEpoch) => {
      const local = localTime(wallClockEpoch);
      expect([zone, local, localToEpoch(local, zone)]).toEqual([zone, local, instantOfLocal(local, zone)]);
    });
  });

  it('map to the earlier instant in an overlap and move forward in a gap, at the clock changes of a year (6.3)', () => {
    const counts = { gap: 0, overlap: 0 };
    forEveryZone(1, (zone, epoch) => {
      for (const change of clockChanges(zone, epoch, epoch + YEAR_SECONDS)) {
        expectChange(zone, change);
        counts[offsetOf(change, zone) > offsetOf(change - 1, zone) ? 'gap' : 'overlap'] += 1;
      }
    });
    expect(Math.min(counts.gap, counts.overlap)).toBeGreaterThan(byRunMode(3, 50));
  });
});

/** Checks wall-clock times before, within and after the period that a change skips or repeats. */
function expectChange(zone: string, change: number): void {
  const [before, after] = [offsetOf(change - 1, zone), offsetOf(change, zone)];
  const first = change + Math.min(before, after);
  const end = change + Math.max(before, after);
  for (const wallClockEpoch of [first - 1, first, Math.floor((first + end) / 2), end - 1, end]) {
    const isInside = wallClockEpoch >= first && wallClockEpoch < end;
    const epoch = localToEpoch(localTime(wallClockEpoch), zone);
    const shift = isInside && after > before ? after - before : 0;
    expect([zone, epochToLocal(epoch, zone)]).toEqual([zone, localTime(wallClockEpoch + shift)]);
    if (isInside && after < before) expect(epoch).toBeLessThan(change);
  }
}
