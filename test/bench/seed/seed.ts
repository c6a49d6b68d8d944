import { MikroORM } from '@mikro-orm/postgresql';
import { sql, type Kysely } from 'kysely';
import { databaseOptions } from '../../../src/database/database-options.js';
import { dropSearchIndexes, restoreSearchIndexes } from './search-indexes.js';
import { seedBatches, type SeedOptions } from './seed-batches.js';
import { takeNumbers } from './seed-events.js';
import { seedIngredients } from './seed-ingredients.js';

/** Number of events from which dropping the search indexes saves time. */
const LARGE = 20_000;

/**
 * Adds events for load tests, with the records that they link to. In an empty database, the same number of events gives
 * the same records except for ids. A further run continues the numbering and links to the same records.
 * @returns number of added events
 * @example await seedSynthetic(url, 1_000_000, { progress: (stored) => console.error(stored) })
 */
export async function seedSynthetic(url: string, events: number, options: SeedOptions = {}): Promise<number> {
  const orm = await MikroORM.init(databaseOptions(url, 'migrate'));
  try {
    const db = orm.em.getKysely<unknown>();
    const [ingredients, first] = await db.transaction().execute(async (transaction) => {
      return [await seedIngredients(transaction, events), await takeNumbers(transaction, events)] as const;
    });
    const large = await isLarge(db, events);
    if (large) await dropSearchIndexes(db);
    const stored = await storeEvents(db, () => seedBatches(db, first, events, ingredients, options));
    await sql.raw(large ? 'vacuum (analyze)' : 'analyze').execute(db);
    return stored;
  } finally {
    await orm.close(true);
  }
}

/** Runs `store` and then restores the search indexes, also after a failure. */
async function storeEvents(db: Kysely<unknown>, store: () => Promise<number>): Promise<number> {
  try {
    return await store();
  } finally {
    await restoreSearchIndexes(db);
  }
}

/** Whether the run adds many events, and more than exist. */
async function isLarge(db: Kysely<unknown>, events: number): Promise<boolean> {
  if (events < LARGE) return false;
  const { rows } = await sql<{ fewer: boolean }>`
    select count(*) < ${events}::int as fewer from (select from events limit ${events}::int) as known`.execute(db);
  return rows[0]?.fewer === true;
}
