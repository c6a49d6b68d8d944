import { describe, expect, it } from '@jest/globals';
import { FixedWindowStorage } from '../../../../src/http/limits/fixed-window-storage.js';

const MINUTE = 60_000;

/** Windows on a clock that stands still until it is moved. */
function windows(mostTracked?: number) {
  const clock = { time: 5, now: () => clock.time };
  const counted = new FixedWindowStorage(clock, mostTracked);
  const ask = (key: string, limit = 3) => counted.increment(key, MINUTE, limit);
  return { clock, ask };
}

describe('the requests of a window', () => {
  it('12.5 are counted, those beyond the limit as refused until it ends', async () => {
    const { clock, ask } = windows();
    expect(await ask('a')).toEqual({ totalHits: 1, timeToExpire: 60, isBlocked: false, timeToBlockExpire: 0 });
    clock.time += 30_001;
    await ask('a');
    expect(await ask('a')).toEqual({ totalHits: 3, timeToExpire: 30, isBlocked: false, timeToBlockExpire: 0 });
    clock.time += 20_000;
    expect(await ask('a')).toEqual({ totalHits: 4, timeToExpire: 10, isBlocked: true, timeToBlockExpire: 10 });
    clock.time += 9998;
    expect(await ask('a')).toMatchObject({ totalHits: 5, timeToExpire: 1, isBlocked: true });
    clock.time += 1;
    expect(await ask('a')).toEqual({ totalHits: 1, timeToExpire: 60, isBlocked: false, timeToBlockExpire: 0 });
  });

  it('12.5 are those of one who asks, and of nobody else', async () => {
    const { ask } = windows();
    for (let asked = 0; asked < 5; asked += 1) await ask('a');
    expect(await ask('b')).toMatchObject({ totalHits: 1, isBlocked: false });
    expect(await ask('a')).toMatchObject({ totalHits: 6, isBlocked: true });
  });

  it('12.5 are forgotten first of whoever has not asked for the longest time, where there is no room for all', async () => {
    const { ask } = windows(3);
    for (const key of ['a', 'b', 'c', 'a', 'd']) await ask(key);
    const hits: number[] = [];
    for (const key of ['a', 'c', 'd', 'b']) hits.push((await ask(key)).totalHits);
    expect(hits).toEqual([3, 2, 2, 1]);
  });
});
