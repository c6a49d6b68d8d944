import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LockTime } from '../../../src/database/lock-time.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Asks one statement after another, each of which takes so many milliseconds, and gives the limits set before them. */
async function limitsOf(limit: number | undefined, statements: readonly (readonly [text: string, took: number])[]) {
  const [lockTime, limits] = [new LockTime(limit), [] as (number | undefined)[]];
  for (const [text, took] of statements) {
    limits.push(lockTime.leftBefore(text));
    const { promise, resolve } = Promise.withResolvers<void>();
    lockTime.watch(promise);
    jest.advanceTimersByTime(took);
    resolve();
    await promise;
  }
  return limits;
}

describe('the time that a transaction has for locks', () => {
  it('12.4 is less by what its statements have waited, a quarter of a second at least', async () => {
    const waited = [
      ['begin', 1],
      ['update a', 1_300],
      ['update b', 10],
      ['update c', 600],
      ['update d', 1],
    ] as const;
    expect(await limitsOf(2_000, waited)).toEqual([undefined, undefined, 700, undefined, 250]);
  });

  it('12.4 is all of it again for the next transaction', async () => {
    for (const end of ['commit', 'rollback', 'ROLLBACK']) {
      const one = [
        ['start transaction isolation level serializable', 1],
        ['update a', 900],
        ['update b', 1],
      ] as const;
      const next = [
        [end, 1],
        ['select 1', 900],
        ['begin', 1],
        ['update a', 400],
        ['update b', 1],
      ] as const;
      expect(await limitsOf(2_000, [...one, ...next])).toEqual([
        ...[undefined, undefined, 1_100],
        ...[undefined, undefined, undefined, undefined, 1_600],
      ]);
    }
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
      ...[undefined, undefined, undefined, 1_500],
      ...[undefined, 500, undefined],
    ]);
  });

  it('12.4 is no matter of what has no limit, sets its own, or is in no transaction', async () => {
    const own = ["select set_config('lock_timeout', '0', true)", 1] as const;
    const slow = ['update a', 1_000] as const;
    expect(await limitsOf(undefined, [['begin', 1], slow, slow])).toEqual([undefined, undefined, undefined]);
    expect(await limitsOf(2_000, [['begin', 1], own, slow, slow])).toEqual(Array(4).fill(undefined));
    expect(await limitsOf(2_000, [slow, slow])).toEqual([undefined, undefined]);
  });
});
