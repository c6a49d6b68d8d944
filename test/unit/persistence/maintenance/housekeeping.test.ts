import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { Housekeeping } from '../../../../src/persistence/maintenance/housekeeping.js';
import { SystemClock } from '../../../../src/kernel/time/clock.js';
import { readConfiguration } from '../../../../src/kernel/config/configuration.js';
import { useSilentLogger } from '../../../support/run/silent-logger.js';

useSilentLogger();

/** Housekeeping on a mocked database. `work` returns the result of each transaction. */
function housekeepingOn(work: () => Promise<number>) {
  let transactions = 0;
  const transactional = () => {
    transactions += 1;
    return work();
  };
  const em = { transactional } as unknown as EntityManager;
  const housekeeping = new Housekeeping(em, new SystemClock(), readConfiguration({}));
  housekeeping.addRule({ table: 'leaves', isExpired: () => sql<SqlBool>`fallen` });
  return { housekeeping, transactions: () => transactions };
}

describe('Housekeeping', () => {
  it('runs at start and continues until a batch is not full (11.1)', async () => {
    const batches = [5000, 5000, 4999, 5000];
    const { housekeeping, transactions } = housekeepingOn(async () => batches.shift() ?? 0);
    housekeeping.start();
    for (let tick = 0; tick < 10; tick += 1) await setImmediate();
    await housekeeping.onModuleDestroy();
    expect(transactions()).toBe(3);
  });

  it('does not throw if a batch fails, and runs no batch after the application has stopped (9.3)', async () => {
    const { housekeeping, transactions } = housekeepingOn(() => Promise.reject(new Error('The database is gone')));
    housekeeping.start();
    await setImmediate();
    await housekeeping.onModuleDestroy();
    await expect(housekeeping.run()).resolves.toBeUndefined();
    expect(transactions()).toBe(1);
  });

  it('stops with the application, after the running batch (11.1)', async () => {
    const batch = Promise.withResolvers<number>();
    const { housekeeping, transactions } = housekeepingOn(() => batch.promise);
    housekeeping.start();
    let isEnded = false;
    const end = housekeeping.onModuleDestroy().finally(() => {
      isEnded = true;
    });
    await setImmediate();
    expect(isEnded).toBe(false);
    batch.resolve(5000);
    await end;
    expect(transactions()).toBe(1);
  });
});
