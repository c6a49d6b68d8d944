import { sql, type Kysely } from 'kysely';
import { CATEGORY, ORGANIZER, TAG, VENUE } from '../../../src/kinds/calendar-kinds.js';
import type { Ingredients } from './seed-events.js';
import { storeRecords } from './store-records.js';
import { syntheticCategories, syntheticOrganizers, syntheticTags, syntheticVenues } from './synthetic-records.js';

type Db = Kysely<unknown>;

/** Key of the advisory lock that serializes seeders while they look for existing records. */
const SEED_LOCK = 7_226_404;
const TAGS = 200;
const IMAGES = 200;

const between = (least: number, most: number, count: number) => Math.min(most, Math.max(least, Math.floor(count)));

/** Creates the missing records and images that events reference, in proportion to the number of events. */
export async function seedIngredients(db: Db, events: number): Promise<Ingredients> {
  await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(db);
  const categories = await storeRecords(db, CATEGORY, syntheticCategories());
  return {
    venue: await storeRecords(db, VENUE, syntheticVenues(between(10, 2000, events / 100))),
    organizer: await storeRecords(db, ORGANIZER, syntheticOrganizers(between(5, 1000, events / 200))),
    // The last categories are the leaves of the tree. Reversed, they are the most likely ones.
    category: categories.toReversed(),
    tag: await storeRecords(db, TAG, syntheticTags(TAGS)),
    image: await storeImages(db),
  };
}

async function storeImages(db: Db): Promise<number[]> {
  await sql`
    insert into images (url, digest, created_at)
    select url, sha256(convert_to(url, 'UTF8')), timestamptz '2024-01-01 00:00Z'
    from generate_series(1, ${IMAGES}::int) as n, concat('https://agenda.example/synthetic/', n, '.jpg') as url
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ id: number }>`
    select id from images where url like 'https://agenda.example/synthetic/%' order by id`.execute(db);
  return rows.map(({ id }) => id);
}
