import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MeasuredTime } from '../../../../src/persistence/clock/measured-time.js';

const DAY = 86_400_000;
const started = (...readings: [sent: number, shown: number, received: number][]) => {
  const time = new MeasuredTime(0);
  for (const [sent, shown, received] of readings) time.take({ sent, shown, received });
  return time;
};

describe('a time that is measured', () => {
  it('8.7 is the one given until there is a reading, and then in the middle of what that leaves open', () => {
    expect(new MeasuredTime(500).at(100)).toBe(600);
    expect(started([100, DAY, 110]).at(110)).toBe(DAY + 5);
  });

  it('8.7 is changed no more than a reading asks for', () => {
    const reading: [number, number, number] = [100, DAY, 110];
    expect(started(reading, [200, DAY + 100, 210]).at(210)).toBe(DAY + 105);
    expect(started(reading, [200, DAY + 103, 205]).at(205)).toBe(DAY + 103);
    expect(started(reading, [200, DAY + 93, 205]).at(200)).toBe(DAY + 93);
  });

  it('8.7 keeps what it knew when an answer was slow', () => {
    const time = started([100, DAY, 102]);
    time.take({ sent: 1000, shown: DAY + 902, received: 4000 });
    expect(time.at(5000)).toBe(DAY + 4899);
  });

  it('8.7 follows a clock that was set, forward and back', () => {
    for (const jump of [9 * DAY, -9 * DAY, 50, -50])
      expect(started([100, DAY, 110], [200, DAY + jump, 210]).at(210)).toBe(DAY + jump + 5);
  });

  it('8.7 follows a clock that runs at another pace', () => {
    const time = new MeasuredTime(0);
    for (let moment = 0; moment < DAY; moment += 5_000) {
      const shown = DAY + moment * 1.0005;
      time.take({ sent: moment, shown, received: moment + 1 });
      expect(Math.abs(time.at(moment) - shown)).toBeLessThan(5);
    }
  });

  it('8.7 is off by no more than the quickest answer took, wherever in between the others were given', () => {
    const answers = fc.array(fc.tuple(fc.nat(3_000), fc.nat(3_000)), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.integer({ min: -9 * DAY, max: 9 * DAY }), answers, (ahead, waits) => {
        const time = new MeasuredTime(0);
        let moment = 0;
        for (const [there, back] of waits) {
          const sent = moment;
          time.take({ sent, shown: sent + there + ahead, received: sent + there + back });
          moment += 5_000;
        }
        const quickest = Math.min(...waits.map(([there, back], index) => there + back + (waits.length - index) * 10));
        expect(Math.abs(time.at(moment) - moment - ahead)).toBeLessThanOrEqual(quickest + 0.01);
      }),
    );
  });
});
