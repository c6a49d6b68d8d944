import { availableParallelism } from 'node:os';
import type { Kysely } from 'kysely';
import { seedBatch, type Ingredients } from './seed-events.js';

/** Events stored in one transaction. */
const BATCH = 10_000;
/** Most batches that are stored at the same time. */
const LANES = 4;

/** What a long run is told, and tells. */
export interface SeedOptions {
  /** Told how many events are stored, after each batch. */
  readonly progress?: (stored: number) => void;
  /** Ends the run after the batches in hand. */
  readonly signal?: AbortSignal;
}

/**
 * Stores events, numbered from `first`, in batches, as many at a time as there are processors.
 * @returns how many were stored
 */
export async function seedBatches(
  db: Kysely<unknown>,
  first: number,
  events: number,
  ingredients: Ingredients,
  { progress, signal }: SeedOptions,
): Promise<number> {
  const batches = batchesOf(first, events).values();
  let stored = 0;
  const lane = async () => {
    for (const [from, to] of batches) {
      if (signal?.aborted) return;
      await seedBatch(db, from, to, ingredients);
      stored += to - from + 1;
      progress?.(stored);
    }
  };
  const lanes = Array.from({ length: Math.min(LANES, availableParallelism()) }, lane);
  const failure = (await Promise.allSettled(lanes)).find((each) => each.status === 'rejected');
  if (failure) throw failure.reason;
  return stored;
}

function batchesOf(first: number, events: number): (readonly [from: number, to: number])[] {
  return Array.from({ length: Math.ceil(events / BATCH) }, (_each, index) => {
    const from = first + index * BATCH;
    return [from, Math.min(from + BATCH, first + events) - 1];
  });
}
