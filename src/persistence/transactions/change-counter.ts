import {
  EntityManager,
  type EventSubscriber,
  type Transaction,
  type TransactionEventArgs,
} from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';

/**
 * Counts changes of the calendar. Data that was read under one generation is current as long as the generation stays the same.
 *
 * A commit of this process counts before its caller continues. So does a commit that failed, because it may have reached the database.
 * Commits of other processes count when their notification arrives (`ChangeListener`).
 */
@Injectable()
export class ChangeCounter implements EventSubscriber {
  private currentGeneration = 0;
  private readonly committing = new WeakSet<Transaction>();

  constructor(em: EntityManager) {
    em.getEventManager().registerSubscriber(this);
  }

  get generation(): number {
    return this.currentGeneration;
  }

  increment(): void {
    this.currentGeneration += 1;
  }

  beforeTransactionCommit({ transaction }: TransactionEventArgs): void {
    if (transaction) this.committing.add(transaction);
  }

  afterTransactionCommit(): void {
    this.increment();
  }

  /** MikroORM also calls this after a failed commit. */
  beforeTransactionRollback({ transaction }: TransactionEventArgs): void {
    if (transaction && this.committing.has(transaction)) this.increment();
  }
}
