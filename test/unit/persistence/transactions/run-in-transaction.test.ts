import type { EntityManager, Transaction, TransactionEventArgs } from '@mikro-orm/postgresql';
import { describe, expect, it, vi } from 'vitest';
import { DeadlineState } from '../../../../src/kernel/context/deadline.js';
import { runInTransaction } from '../../../../src/persistence/transactions/run-in-transaction.js';
import { ChangeCounter } from '../../../../src/persistence/transactions/change-counter.js';

const databaseError = (code: unknown) => Object.assign(new Error('of the database'), { code });
/** Wraps an error as driver and ORM do. */
const wrapped = (cause: unknown) => new Error('of the ORM', { cause: new Error('of the driver', { cause }) });

/** Runs a write that fails with these errors in turn and then succeeds. Returns the number of runs and the outcome. */
async function run(
  errors: readonly unknown[],
  isRetryable?: (error: unknown) => boolean,
  deadline = new DeadlineState(),
) {
  const transactions: EntityManager[] = [];
  const em = {
    isInTransaction: () => false,
    transactional: (work: (transactionEm: EntityManager) => Promise<unknown>) => {
      const transactionEm = { flush: async () => undefined } as unknown as EntityManager;
      transactions.push(transactionEm);
      return work(transactionEm);
    },
  } as unknown as EntityManager;
  let lastEm: EntityManager | undefined;
  const outcome = await runInTransaction(
    em,
    { deadline },
    async (transactionEm) => {
      lastEm = transactionEm;
      if (transactions.length <= errors.length) throw errors[transactions.length - 1];
      return 'written';
    },
    isRetryable,
  ).catch((error: unknown) => ({ thrown: error }));
  expect(lastEm).toBe(transactions.at(-1));
  return { runs: transactions.length, outcome };
}

describe('runInTransaction', () => {
  it('runs a successful write once (6.8)', async () => {
    expect(await run([])).toEqual({ runs: 1, outcome: 'written' });
  });

  it.each(['40P01', '40001'])('retries after a deadlock or serialization failure: %s (6.8, 9.3)', async (code) => {
    expect(await run([databaseError(code)])).toEqual({ runs: 2, outcome: 'written' });
    expect(await run([wrapped(databaseError(code)), databaseError(code)])).toEqual({ runs: 3, outcome: 'written' });
  });

  it('runs a write at most four times, each time in a new transaction (6.8)', async () => {
    const errors = Array.from({ length: 5 }, () => wrapped(databaseError('40P01')));
    expect(await run(errors.slice(0, 3))).toEqual({ runs: 4, outcome: 'written' });
    expect(await run(errors.slice(0, 4))).toEqual({ runs: 4, outcome: { thrown: errors[3] } });
    expect(await run(errors)).toEqual({ runs: 4, outcome: { thrown: errors[3] } });
  });

  it('draws a random delay for each retry (6.8, 12.4)', async () => {
    const random = vi.spyOn(Math, 'random');
    await run(Array.from({ length: 4 }, () => databaseError('40001')));
    expect(random).toHaveBeenCalledTimes(3);
    random.mockRestore();
  });

  it.each([
    ['a name that is taken', databaseError('23505')],
    ['a statement that took too long', wrapped(databaseError('57014'))],
    ['a code that is not a string', databaseError(40001)],
    ['a value that is not an Error', { code: '40P01' }],
  ])('does not retry after any other error: %s (6.8)', async (_what, error) => {
    expect(await run([error])).toEqual({ runs: 1, outcome: { thrown: error } });
  });

  it('retries after errors that the caller selects, with the same limit (6.8, 6.9)', async () => {
    const [lost, unselected] = [new Error('lost'), new Error('unselected')];
    const isRetryable = (error: unknown) => error === lost;
    expect(await run([lost, databaseError('40P01'), lost], isRetryable)).toEqual({ runs: 4, outcome: 'written' });
    expect(await run([lost, lost, lost, lost], isRetryable)).toEqual({ runs: 4, outcome: { thrown: lost } });
    expect(await run([lost, unselected], isRetryable)).toEqual({ runs: 2, outcome: { thrown: unselected } });
  });

  it('does not retry if the deadline expired during the commit (12.4)', async () => {
    const deadline = new DeadlineState();
    const isRetryable = (error: unknown) => {
      deadline.beginCommit();
      expect(deadline.expire()).toBe(false);
      return error === 'late';
    };
    const { runs, outcome } = await run(['late', 'late'], isRetryable, deadline);
    expect([runs, outcome]).toEqual([1, { thrown: expect.objectContaining({ code: 'unavailable' }) }]);
  });

  it('does not commit after the deadline has expired (12.4)', async () => {
    const deadline = new DeadlineState();
    deadline.expire();
    const unavailable = expect.objectContaining({ code: 'unavailable' }) as unknown as Error;
    expect(await run([], undefined, deadline)).toEqual({ runs: 1, outcome: { thrown: unavailable } });
  });
});

/** Event arguments of a new transaction. */
const transaction = () => ({ transaction: {} as Transaction }) as TransactionEventArgs;

describe('ChangeCounter', () => {
  it('counts commits of this process, including failed ones, but no other rollbacks (12.2)', () => {
    const subscribers: unknown[] = [];
    const manager = { registerSubscriber: (subscriber: unknown) => subscribers.push(subscriber) };
    const changes = new ChangeCounter({ getEventManager: () => manager } as unknown as EntityManager);
    expect(subscribers).toEqual([changes]);
    expect(changes.generation).toBe(0);
    const [committed, rolledBack, failedCommit] = [transaction(), transaction(), transaction()];
    changes.beforeTransactionCommit(committed);
    expect(changes.generation).toBe(0);
    changes.afterTransactionCommit();
    expect(changes.generation).toBe(1);
    changes.beforeTransactionRollback(rolledBack);
    expect(changes.generation).toBe(1);
    changes.beforeTransactionCommit(failedCommit);
    changes.beforeTransactionRollback(failedCommit);
    expect(changes.generation).toBe(2);
    changes.increment();
    expect(changes.generation).toBe(3);
  });
});
