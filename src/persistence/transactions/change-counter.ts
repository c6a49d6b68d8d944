import {
  EntityManager,
  type EventSubscriber,
  type Transaction,
  type TransactionEventArgs,
} from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';

/**
 * Counts what may have changed the calendar: what was read under one number is right as long as the number stays. This
 * process's own commits count before whoever made them knows of them, and so do those that broke off, as nobody knows
 * how they ended; those of others once their notice comes (see {@link ChangeNotices}).
 */
@Injectable()
export class ChangeCounter implements EventSubscriber {
  private currentGeneration = 0;
  private readonly committing = new WeakSet<Transaction>();

  constructor(em: EntityManager) {
    em.getEventManager().registerSubscriber(this);
  }

  /** Grows with every change. */
  get generation(): number {
    return this.currentGeneration;
  }

  /** Something was, or may have been, changed. */
  increment(): void {
    this.currentGeneration += 1;
  }

  beforeTransactionCommit({ transaction }: TransactionEventArgs): void {
    if (transaction) this.committing.add(transaction);
  }

  afterTransactionCommit(): void {
    this.increment();
  }

  /** Comes also after a commit that failed, which may have reached the database all the same. */
  beforeTransactionRollback({ transaction }: TransactionEventArgs): void {
    if (transaction && this.committing.has(transaction)) this.increment();
  }
}
