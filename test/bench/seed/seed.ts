import { MikroORM } from '@mikro-orm/postgresql';
import { sql, type Kysely } from 'kysely';
import { databaseOptions } from '../../../src/database/database-options.js';
import { dropSearchIndexes, restoreSearchIndexes } from './search-indexes.js';
import { seedBatches, type SeedOptions } from './seed-batches.js';
import { takeNumbers } from './seed-events.js';
import { seedIngredients } from './seed-ingredients.js';

/** Fewer events than this are stored as fast with the search indexes in place. */
const LARGE = 20_000;

/**
 * Adds events for load tests, with all that they are linked to. The same number gives the same records in an empty
 * database, apart from ids. A further run numbers its events on from the last ones, and links them to the same records.
 * @returns how many events were added
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

/** Runs the storing of events; the search indexes are there again afterwards, however it ends. */
async function storeEvents(db: Kysely<unknown>, store: () => Promise<number>): Promise<number> {
  try {
    return await store();
  } finally {
    await restoreSearchIndexes(db);
  }
}

/** Whether the events to come are many, and more than those that are there. */
async function isLarge(db: Kysely<unknown>, events: number): Promise<boolean> {
  if (events < LARGE) return false;
  const { rows } = await sql<{ fewer: boolean }>`
    select count(*) < ${events}::int as fewer from (select from events limit ${events}::int) as known`.execute(db);
  return rows[0]?.fewer === true;
}
