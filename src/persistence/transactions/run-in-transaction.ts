import { setTimeout } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { isRetryableError } from '../client/database-errors.js';
import { DeadlineState } from '../../kernel/context/deadline.js';
import type { RequestContext } from '../../kernel/context/request-context.js';

/** A write in progress: the entity manager of its transaction, and the request. */
export interface WriteScope {
  readonly em: EntityManager;
  readonly context: RequestContext;
}

/** Number of attempts, the first one included. */
const MAX_ATTEMPTS = 4;

/** Longest pause before the second attempt, in milliseconds. It doubles with each further one. */
const BASE_RETRY_DELAY_MS = 20;

/**
 * Runs a write in a transaction, and retries it after a deadlock or serialization failure. Pauses of random length keep two writers from
 * colliding again. Within another transaction, it runs in a savepoint.
 * @param deadline latest time of the commit
 * @param isAlsoRetryable further errors after which the same work can succeed
 * @throws {ApiError} `unavailable` after the deadline; nothing is written then
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
    // Without savepoints, such as in the demo, the outer transaction checks its constraints at its commit.
    else if (transaction !== outer) await checkDeferredConstraints(transaction);
    return result;
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await em.transactional(runAndFlush);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !(isRetryableError(error) || isAlsoRetryable(error))) throw error;
      deadline.recordCommitFailure(error);
    }
    await setTimeout(Math.random() * BASE_RETRY_DELAY_MS * 2 ** (attempt - 1));
  }
}

/** Checks deferred constraints now: at the commit of the outer transaction, an error could not be attributed to this write. */
async function checkDeferredConstraints(em: EntityManager): Promise<void> {
  await sql`set constraints all immediate`.execute(em.getKysely());
  await sql`set constraints all deferred`.execute(em.getKysely());
}

/** For work outside of requests. */
export const NO_DEADLINE: { readonly deadline: DeadlineState } = Object.freeze({ deadline: new DeadlineState() });
