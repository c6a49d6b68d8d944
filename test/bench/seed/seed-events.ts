import { sql, type Kysely } from 'kysely';
import { drawLinks, insertLinks, type Pools } from './event-links.js';
import { batchOf, insertEvents } from './event-rows.js';
import { insertSlugs, insertTexts, textsOfBatch } from './event-texts.js';

/** Ids of the records and images that events reference. */
export interface Ingredients extends Pools {
  readonly image: readonly number[];
}

/** Inserts the events numbered `from` to `to`, with translations and links, in one statement. */
export async function seedBatch(
  db: Kysely<unknown>,
  from: number,
  to: number,
  ingredients: Ingredients,
): Promise<void> {
  const { image } = ingredients;
  await sql`
    with ${batchOf(from, to)}, ${textsOfBatch}, ${drawLinks('venue', ingredients)},
    ${drawLinks('organizer', ingredients)}, ${drawLinks('category', ingredients)}, ${drawLinks('tag', ingredients)},
    stored as (${insertEvents(image)}), slugs as (${insertSlugs}), texts as (${insertTexts}),
    venues_linked as (${insertLinks('venue')}), organizers_linked as (${insertLinks('organizer')}),
    categories_linked as (${insertLinks('category')})
    ${insertLinks('tag')}`.execute(db);
}

/**
 * Reserves numbers for events. No other run gets them, even if this one is interrupted.
 * @returns the first number
 */
export async function takeNumbers(db: Kysely<unknown>, events: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into service_state as known (key, value) values ('synthetic_events', ${String(events)})
    on conflict (key) do update set value = (known.value::bigint + excluded.value::bigint)::text
    returning value::bigint as last`.execute(db);
  return (rows[0]?.last ?? 0) - events + 1;
}
