import { setTimeout } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';

/** How often a transaction is tried. */
const MOST_RUNS = 4;

/** Longest pause before the second run, in milliseconds; before each further one it is twice as long. */
const PAUSE = 20;

/**
 * serialization_failure, deadlock_detected: PostgreSQL ended the transaction so that another could go on (PostgreSQL
 * manual, appendix A).
 */
const GAVE_WAY = new Set(['40001', '40P01']);

/**
 * Runs a write in a transaction, and again where it had to give way to another: nothing of it was kept, and the client
 * need not know. Pauses of random length keep two that met from meeting again.
 * @param again tells of further errors that the same work would not meet a second time
 * @example return inTransaction(this.em, async (em) => …);
 */
export async function inTransaction<Result>(
  em: EntityManager,
  work: (em: EntityManager) => Promise<Result>,
  again: (error: unknown) => boolean = () => false,
): Promise<Result> {
  for (let run = 1; ; run += 1) {
    try {
      return await em.transactional(work);
    } catch (error) {
      if (run === MOST_RUNS || !(gaveWay(error) || again(error))) throw error;
    }
    await setTimeout(Math.random() * PAUSE * 2 ** (run - 1));
  }
}

function gaveWay(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string' && GAVE_WAY.has(each.code)) return true;
  }
  return false;
}
