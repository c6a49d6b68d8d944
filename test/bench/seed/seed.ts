import { MikroORM } from '@mikro-orm/postgresql';
import { sql, type Kysely } from 'kysely';
import { databaseOptions } from '../../../src/database/database-options.js';
import { CATEGORY, ORGANIZER, TAG, VENUE } from '../../../src/kinds/calendar-kinds.js';
import { mapConcurrently } from '../../support/map-concurrently.js';
import { drawLinks, insertLinks, type RecordPools } from './event-links.js';
import { batchOf, insertEvents } from './event-rows.js';
import { insertSlugs, insertTexts, textsOfBatch } from './event-texts.js';
import { storeRecords } from './store-records.js';
import { syntheticCategories, syntheticOrganizers, syntheticTags, syntheticVenues } from './synthetic-records.js';

type Db = Kysely<unknown>;

/** Events per transaction. */
const BATCH_SIZE = 10_000;
/** Memory for index builds. With the default they take three times as long. */
const BUILD_MEMORY = sql.lit('512MB');

/**
 * Fills an empty database with events for load tests and the records that they link to. The same number of events gives
 * the same records except for ids.
 */
export async function seedSynthetic(url: string, events: number): Promise<void> {
  const orm = await MikroORM.init(databaseOptions(url, 'migrate'));
  try {
    const db = orm.em.getKysely<unknown>();
    const pools = await seedPools(db, events);
    const indexes = await dropSearchIndexes(db);
    const batches = Array.from({ length: Math.ceil(events / BATCH_SIZE) }, (_item, index) => index * BATCH_SIZE);
    await mapConcurrently(batches, (first) => seedBatch(db, first + 1, Math.min(first + BATCH_SIZE, events), pools));
    await db.transaction().execute(async (transaction) => {
      await sql`set local maintenance_work_mem = ${BUILD_MEMORY}`.execute(transaction);
      for (const definition of indexes) await sql.raw(definition).execute(transaction);
    });
  } finally {
    await orm.close(true);
  }
}

/** Stores the records and images that events reference. More events have more venues and organizers. */
async function seedPools(db: Db, events: number): Promise<RecordPools> {
  const clamp = (minimum: number, maximum: number, value: number) =>
    Math.min(maximum, Math.max(minimum, Math.floor(value)));
  const categories = await storeRecords(db, CATEGORY, syntheticCategories());
  const { rows: images } = await sql<{ id: number }>`
    insert into images (url, digest, created_at)
    select url, sha256(convert_to(url, 'UTF8')), timestamptz '2024-01-01 00:00Z'
    from generate_series(1, 200) as n, concat('https://agenda.example/synthetic/', n, '.jpg') as url
    returning id`.execute(db);
  return {
    venue: await storeRecords(db, VENUE, syntheticVenues(clamp(10, 2000, events / 100))),
    organizer: await storeRecords(db, ORGANIZER, syntheticOrganizers(clamp(5, 1000, events / 200))),
    // The last categories are the leaves of the tree. Reversed, they are the most likely ones.
    category: categories.toReversed(),
    tag: await storeRecords(db, TAG, syntheticTags(200)),
    image: images.map(({ id }) => id),
  };
}

/**
 * Drops the search indexes of event texts. Building them after the load takes a fraction of the time of updating them
 * per row.
 * @returns their definitions
 */
async function dropSearchIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and tablename = 'event_translations' and indexdef like '% USING gin %'`.execute(
    db,
  );
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  return rows.map(({ definition }) => definition);
}

/** Inserts the events numbered `from` to `to`, with translations and links, in one statement. */
async function seedBatch(db: Db, from: number, to: number, pools: RecordPools): Promise<void> {
  await sql`
    with ${batchOf(from, to)}, ${textsOfBatch}, ${drawLinks('venue', pools)},
    ${drawLinks('organizer', pools)}, ${drawLinks('category', pools)}, ${drawLinks('tag', pools)},
    stored as (${insertEvents(pools.image)}), slugs as (${insertSlugs}), texts as (${insertTexts}),
    venues_linked as (${insertLinks('venue')}), organizers_linked as (${insertLinks('organizer')}),
    categories_linked as (${insertLinks('category')})
    ${insertLinks('tag')}`.execute(db);
}
