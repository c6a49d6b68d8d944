import { setTimeout } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { isRetryableError } from '../client/database-errors.js';
import { DeadlineState } from '../../kernel/context/deadline.js';

/** How often a transaction is tried. */
const MAX_ATTEMPTS = 4;

/** Longest pause before the second run, in milliseconds; before each further one it is twice as long. */
const BASE_RETRY_DELAY_MS = 20;

/**
 * Runs a write in a transaction, and again where it had to give way to another: nothing of it was kept, and the client
 * need not know. Pauses of random length keep two that met from meeting again. Within another transaction it is a part of it that may
 * fail on its own.
 * @param deadline until when it may be committed
 * @param isAlsoRetryable tells of further errors that the same work would not meet a second time
 * @throws {ApiError} `unavailable` where it took too long: nothing is written then
 * @example return runInTransaction(this.em, context, async (em) => …);
 */
export async function runInTransaction<Result>(
  em: EntityManager,
  { deadline }: { readonly deadline: DeadlineState },
  work: (em: EntityManager) => Promise<Result>,
  isAlsoRetryable: (error: unknown) => boolean = () => false,
): Promise<Result> {
  const outer = em.isInTransaction() ? em.getContext(false) : undefined;
  const runAndFlush = async (transaction: EntityManager) => {
    const result = await work(transaction);
    await transaction.flush();
    if (!outer) deadline.beginCommit();
    // Where many write in one transaction without savepoints, whoever opened it looks after its end.
    else if (transaction !== outer) await checkDeferredConstraints(transaction);
    return result;
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await em.transactional(runAndFlush);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !(isRetryableError(error) || isAlsoRetryable(error))) throw error;
      deadline.abortCommit(error);
    }
    await setTimeout(Math.random() * BASE_RETRY_DELAY_MS * 2 ** (attempt - 1));
  }
}

/** What is left to the commit would else fail where nobody can tell any more whose mistake it is. */
async function checkDeferredConstraints(em: EntityManager): Promise<void> {
  await sql`set constraints all immediate`.execute(em.getKysely());
  await sql`set constraints all deferred`.execute(em.getKysely());
}

/** For what no request waits for. */
export const NO_DEADLINE: { readonly deadline: DeadlineState } = Object.freeze({ deadline: new DeadlineState() });
