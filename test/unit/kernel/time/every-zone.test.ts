import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { epochToLocal, localToEpoch, formatWithOffset } from '../../../../src/kernel/time/local-time.js';
import { wallClock, ZoneOracle } from '../../../support/zone-oracle.js';

const ZONES = Intl.supportedValuesOf('timeZone').map((zone) => new ZoneOracle(zone));
const YEAR = 366 * 86_400;
const moment = fc.integer({ min: Date.UTC(1970, 0, 3) / 1000, max: Date.UTC(2099, 11, 28) / 1000 });

/** Checks something for every zone, each time at other moments. */
function forEveryZone(runs: number, check: (zone: ZoneOracle, moment: number) => void): void {
  for (const zone of ZONES) {
    fc.assert(
      fc.property(fc.constant(zone.name), moment, (_name, epoch) => check(zone, epoch)),
      { numRuns: runs },
    );
  }
}

describe('wall clocks of every zone, 1970 to 2099', () => {
  it('5.3 show what Intl shows, with the offset that names the instant', () => {
    forEveryZone(2, (zone, epoch) => {
      const local = epochToLocal(epoch, zone.name);
      expect(local).toBe(zone.local(epoch));
      const minutes = Math.ceil(zone.offset(epoch) / 60);
      expect(formatWithOffset(local, epoch).slice(0, 19)).toBe(wallClock(epoch + minutes * 60).replace(' ', 'T'));
      expect(Date.parse(formatWithOffset(local, epoch)) / 1000).toBe(epoch);
    });
  });

  it('6.3 come back from the instants that they name', () => {
    forEveryZone(10, (zone, wall) => {
      const local = wallClock(wall);
      const epoch = localToEpoch(local, zone.name);
      expect(epoch).toBe(zone.epoch(local));
      if (zone.instants(local).length > 0) expect(zone.local(epoch)).toBe(local);
    });
  });

  it('6.3 at the clock changes of a year: the earlier of two, and of none the one that is the gap later', () => {
    const seen = { gap: 0, overlap: 0 };
    forEveryZone(1, (zone, epoch) => {
      for (const change of zone.changes(epoch, epoch + YEAR)) {
        expectChange(zone, change);
        seen[zone.offset(change) > zone.offset(change - 1) ? 'gap' : 'overlap'] += 1;
      }
    });
    expect(Math.min(seen.gap, seen.overlap)).toBeGreaterThan(20);
  });
});

/** Reads wall clocks before, within and after the stretch that a change skips or repeats. */
function expectChange(zone: ZoneOracle, change: number): void {
  const [before, after] = [zone.offset(change - 1), zone.offset(change)];
  const first = change + Math.min(before, after);
  const behind = change + Math.max(before, after);
  for (const wall of [first - 1, first, Math.floor((first + behind) / 2), behind - 1, behind]) {
    const found = localToEpoch(wallClock(wall), zone.name);
    expect([zone.name, wallClock(wall), found]).toEqual([zone.name, wallClock(wall), zone.epoch(wallClock(wall))]);
    const isInside = wall >= first && wall < behind;
    const moved = isInside && after > before ? after - before : 0;
    expect(epochToLocal(found, zone.name)).toBe(wallClock(wall + moved));
    if (isInside && after < before) expect(found).toBeLessThan(change);
  }
}
