import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LockTime } from '../../../src/persistence/client/lock-time.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Asks one statement after another, each of which takes so many milliseconds, and gives the limits set before them. */
async function limitsOf(
  limit: number | undefined,
  statements: readonly (readonly [text: string, took: number, code?: string])[],
) {
  const [lockTime, limits] = [new LockTime(limit), [] as (number | undefined)[]];
  for (const [text, took, code] of statements) {
    limits.push(lockTime.leftBefore(text));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    lockTime.watch(promise);
    jest.advanceTimersByTime(took);
    if (code) reject(Object.assign(new Error('of the database'), { code }));
    else resolve();
    await promise.catch(() => undefined);
  }
  return limits;
}

describe('the time that a transaction has for locks', () => {
  it('12.4 is less by what its statements have waited, a quarter of a second at least', async () => {
    const waited = [
      ['begin', 1],
      ['update a', 1_300],
      ['update b', 499],
      ['update c', 600],
      ['update d', 1],
    ] as const;
    expect(await limitsOf(2_000, waited)).toEqual([undefined, undefined, 700, undefined, 250]);
  });

  it('12.4 holds for the commit too, and is all of it again for the next transaction', async () => {
    for (const [end, last] of [
      ['commit', 1_100],
      ['rollback', undefined],
      ['ROLLBACK', undefined],
    ] as const) {
      const one = [
        ['start transaction isolation level serializable', 1],
        ['update a', 900],
        [end, 1],
      ] as const;
      const next = [
        ['select 1', 900],
        ['begin', 1],
        ['update a', 500],
        ['update b', 1],
      ] as const;
      expect(await limitsOf(2_000, [...one, ...next])).toEqual([
        undefined,
        undefined,
        last,
        undefined,
        undefined,
        undefined,
        1_500,
      ]);
    }
  });

  it('9.3 is all of it again for who gave way in a deadlock, whatever was said before: none is found in less', async () => {
    const before = [
      ['begin', 1],
      ['update a', 1_500],
      ['savepoint a', 1],
      ['update a', 1_000, '40P01'],
    ] as const;
    const again = [
      ['rollback to savepoint a', 1],
      ['update a', 1],
      ['update b', 1],
    ] as const;
    const said = [undefined, undefined, 500, undefined, undefined, 2_000, undefined];
    expect(await limitsOf(2_000, [...before, ...again])).toEqual(said);
  });

  it('12.4 is said again after a return to a savepoint, which takes it back, and not before it', async () => {
    const start = [
      ['begin', 1],
      ['savepoint a', 1],
      ['update a', 500],
      ['update b', 1_000],
    ] as const;
    const back = [
      ['rollback to savepoint a', 1],
      ['update c', 1],
      ['update d', 1],
    ] as const;
    expect(await limitsOf(2_000, [...start, ...back])).toEqual([
      undefined,
      undefined,
      undefined,
      1_500,
      undefined,
      500,
      undefined,
    ]);
  });

  it('12.4 is no matter of what has no limit, sets its own, or is in no transaction', async () => {
    const own = ["select set_config('lock_timeout', '0', true)", 1] as const;
    const slow = ['update a', 1_000] as const;
    expect(await limitsOf(undefined, [['begin', 1], slow, slow])).toEqual([undefined, undefined, undefined]);
    expect(await limitsOf(2_000, [['begin', 1], own, slow, slow])).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(await limitsOf(2_000, [slow, slow])).toEqual([undefined, undefined]);
  });
});
