import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Changes } from '../../../../src/persistence/transactions/changes.js';
import { NextMoment } from '../../../../src/http/caching/next-moment.js';

let changes: { generation: number };
let asked: number[];
let moments: number[];
let next: NextMoment;
beforeEach(() => {
  changes = { generation: 1 };
  asked = [];
  moments = [100, 200];
  next = new NextMoment(changes as Changes, async (after) => {
    asked.push(after);
    return moments.find((moment) => moment > after) ?? Infinity;
  });
});

describe('the next moment at which the clock changes answers', () => {
  it('8.7 is looked for once until it has come', async () => {
    expect([await next.after(10), await next.after(10), await next.after(99.9)]).toEqual([100, 100, 100]);
    expect([await next.after(100), await next.after(150)]).toEqual([200, 200]);
    expect([await next.after(250), await next.after(1000)]).toEqual([Infinity, Infinity]);
    expect(asked).toEqual([10, 100, 250]);
  });

  it('8.7 is looked for once by all who ask at once', async () => {
    expect(await Promise.all([next.after(10), next.after(11), next.after(12)])).toEqual([100, 100, 100]);
    expect(asked).toEqual([10]);
  });

  it('8.7 is looked for again when something has changed, and when the clock is set back', async () => {
    await next.after(150);
    expect(await next.after(50)).toBe(100);
    moments = [80, 100];
    expect(await next.after(60)).toBe(100);
    changes.generation += 1;
    expect(await next.after(60)).toBe(80);
  });

  it('8.7 is looked for again when it could not be found', async () => {
    let fails = true;
    const unsure = new NextMoment(changes as Changes, async () => {
      if (fails) throw new Error('away');
      return 100;
    });
    await expect(unsure.after(10)).rejects.toThrow('away');
    fails = false;
    expect(await unsure.after(10)).toBe(100);
  });
});
