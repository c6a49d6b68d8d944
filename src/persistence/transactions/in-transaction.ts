import { setTimeout } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { gaveWay } from '../client/database-errors.js';
import { Deadline } from '../../kernel/context/deadline.js';

/** How often a transaction is tried. */
const MOST_RUNS = 4;

/** Longest pause before the second run, in milliseconds; before each further one it is twice as long. */
const PAUSE = 20;

/**
 * Runs a write in a transaction, and again where it had to give way to another: nothing of it was kept, and the client
 * need not know. Pauses of random length keep two that met from meeting again. Within another transaction it is a part of it that may
 * fail on its own.
 * @param deadline until when it may be committed
 * @param again tells of further errors that the same work would not meet a second time
 * @throws {ApiError} `unavailable` where it took too long: nothing is written then
 * @example return inTransaction(this.em, context, async (em) => …);
 */
export async function inTransaction<Result>(
  em: EntityManager,
  { deadline }: { readonly deadline: Deadline },
  work: (em: EntityManager) => Promise<Result>,
  again: (error: unknown) => boolean = () => false,
): Promise<Result> {
  const around = em.isInTransaction() ? em.getContext(false) : undefined;
  const whole = async (transaction: EntityManager) => {
    const result = await work(transaction);
    await transaction.flush();
    if (!around) deadline.beginCommit();
    // Where many write in one transaction without savepoints, whoever opened it looks after its end.
    else if (transaction !== around) await checkConstraints(transaction);
    return result;
  };
  for (let run = 1; ; run += 1) {
    try {
      return await em.transactional(whole);
    } catch (error) {
      if (run === MOST_RUNS || !(gaveWay(error) || again(error))) throw error;
      deadline.endCommit(error);
    }
    await setTimeout(Math.random() * PAUSE * 2 ** (run - 1));
  }
}

/** What is left to the commit would else fail where nobody can tell any more whose mistake it is. */
async function checkConstraints(em: EntityManager): Promise<void> {
  await sql`set constraints all immediate`.execute(em.getKysely());
  await sql`set constraints all deferred`.execute(em.getKysely());
}

/** For what no request waits for. */
export const UNHURRIED: { readonly deadline: Deadline } = Object.freeze({ deadline: new Deadline() });
