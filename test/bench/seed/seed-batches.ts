import { availableParallelism } from 'node:os';
import type { Kysely } from 'kysely';
import { seedBatch, type Ingredients } from './seed-events.js';

/** Events per transaction. */
const BATCH = 10_000;
/** Maximum number of concurrent batches. */
const LANES = 4;

/** Options of a long seed run. */
export interface SeedOptions {
  /** Called after each batch with the number of stored events. */
  readonly progress?: (stored: number) => void;
  /** Stops the run after the current batches. */
  readonly signal?: AbortSignal;
}

/**
 * Inserts events numbered from `first` in batches. At most four batches run at a time, at most one per processor.
 * @returns number of stored events
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
