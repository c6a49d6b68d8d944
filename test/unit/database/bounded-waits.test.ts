import type pg from 'pg';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { onOneAccount, waitsOfRequest } from '../../../src/kernel/concurrency/waits.js';
import { boundWaitsOf } from '../../../src/persistence/client/bounded-waits.js';

/** A pool of two connections that lends them when it is told. */
function poolOf(counts: { totalCount: number; idleCount: number; waitingCount?: number }) {
  const asked: PromiseWithResolvers<pg.PoolClient>[] = [];
  const connect = () => {
    asked.push(Promise.withResolvers<pg.PoolClient>());
    return (asked.at(-1) as PromiseWithResolvers<pg.PoolClient>).promise;
  };
  const pool = { waitingCount: 0, ...counts, options: { max: 2 }, connect } as unknown as pg.Pool;
  boundWaitsOf(pool);
  return { pool, asked };
}

const client = () => ({ release: jest.fn() }) as unknown as pg.PoolClient;
const spend = (waited: number) => waitsOfRequest()?.spend(waited);
const TAKEN = { totalCount: 2, idleCount: 0 };
const NOTHING_FREE = 'timeout exceeded when trying to connect';

beforeEach(() => void jest.useFakeTimers());

afterEach(() => void jest.useRealTimers());

it('12.4 all waits of a request for a connection share one limit, and what comes too late goes back', async () => {
  const { pool, asked } = poolOf(TAKEN);
  await onOneAccount(async () => {
    spend(950);
    const first = pool.connect().catch((error: Error) => error.message);
    await jest.advanceTimersByTimeAsync(50);
    expect(await first).toBe(NOTHING_FREE);
    await expect(pool.connect()).rejects.toThrow(NOTHING_FREE);
  });
  expect(asked).toHaveLength(1);
  const late = client();
  asked[0]?.resolve(late);
  await Promise.resolve().then(() => undefined);
  expect(late.release).toHaveBeenCalledTimes(1);
});

it('12.4 an idle connection that somebody waits for already is taken', async () => {
  const { pool, asked } = poolOf({ totalCount: 2, idleCount: 1, waitingCount: 1 });
  await onOneAccount(async () => {
    spend(1_000);
    await expect(pool.connect()).rejects.toThrow(NOTHING_FREE);
  });
  expect(asked).toEqual([]);
});

it('12.4 a request waits for a second', async () => {
  const { pool } = poolOf(TAKEN);
  const met = onOneAccount(() => pool.connect()).catch((error: Error) => error.message);
  await jest.advanceTimersByTimeAsync(999);
  expect(await Promise.race([met, Promise.resolve('still waiting')])).toBe('still waiting');
  await jest.advanceTimersByTimeAsync(1);
  expect(await met).toBe(NOTHING_FREE);
});

it.each([
  ['that is idle', { totalCount: 2, idleCount: 1 }],
  ['that is to be opened', { totalCount: 1, idleCount: 0 }],
])('12.4 a connection %s is no matter of that limit', async (_which, counts) => {
  const { pool, asked } = poolOf(counts);
  await onOneAccount(async () => {
    spend(2_000);
    const connecting = pool.connect();
    const given = client();
    asked[0]?.resolve(given);
    expect(await connecting).toBe(given);
    expect(given.release).not.toHaveBeenCalled();
  });
});

it('12.4 what belongs to no request has no limit but that of the pool', async () => {
  const { pool, asked } = poolOf(TAKEN);
  spend(2_000);
  const connecting = pool.connect();
  const given = client();
  asked[0]?.resolve(given);
  expect(await connecting).toBe(given);
});

it('12.4 a request that is given a connection in time keeps it', async () => {
  const { pool, asked } = poolOf(TAKEN);
  await onOneAccount(async () => {
    const connecting = pool.connect();
    const given = client();
    asked[0]?.resolve(given);
    expect(await connecting).toBe(given);
    expect(given.release).not.toHaveBeenCalled();
  });
});
