import type { EntityManager, Transaction, TransactionEventArgs } from '@mikro-orm/postgresql';
import { describe, expect, it } from 'vitest';
import { ChangeCounter } from '../../../../src/persistence/transactions/change-counter.js';

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
