import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Lanes } from '../../../../src/common/turns/lanes.js';

const full = () => new Error('full');

/** Tasks that end when they are told. */
function tasks(lanes: Lanes) {
  const begun: number[] = [];
  const ends: PromiseWithResolvers<string>[] = [];
  const run = (number: number) =>
    lanes.run(() => {
      begun.push(number);
      ends[number] = Promise.withResolvers<string>();
      return ends[number].promise;
    });
  return { begun, ends, run };
}

describe('tasks in lanes', () => {
  it('8.13 12.3 12.5 are a few; the others wait in the order in which they came', async () => {
    const { begun, ends, run } = tasks(new Lanes(2, 3, full));
    const results = [0, 1, 2, 3, 4].map(run);
    await setImmediate();
    expect(begun).toEqual([0, 1]);
    ends[1]?.resolve('one');
    expect(await results[1]).toBe('one');
    await setImmediate();
    expect(begun).toEqual([0, 1, 2]);
    ends[0]?.reject(new Error('zero'));
    await expect(results[0]).rejects.toThrow('zero');
    await setImmediate();
    expect(begun).toEqual([0, 1, 2, 3]);
    ends[2]?.resolve('two');
    await setImmediate();
    for (const number of [3, 4]) ends[number]?.resolve('');
    await Promise.all(results.slice(2));
    const later = [5, 6, 7].map(run);
    await setImmediate();
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
    for (const number of [5, 6]) ends[number]?.resolve('');
    await later[0];
    await setImmediate();
    ends[7]?.resolve('');
    await Promise.all(later);
  });

  it('8.13 12.5 are refused where too many wait, and only as long as they do', async () => {
    const { begun, ends, run } = tasks(new Lanes(1, 1, full));
    const results = [0, 1].map(run);
    await expect(run(2)).rejects.toThrow('full');
    ends[0]?.resolve('');
    await results[0];
    await setImmediate();
    const third = run(3);
    ends[1]?.resolve('');
    await results[1];
    await setImmediate();
    ends[3]?.resolve('three');
    expect(await third).toBe('three');
    expect(begun).toEqual([0, 1, 3]);
  });
});
