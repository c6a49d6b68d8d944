import { sql, type RawBuilder } from 'kysely';
import { idOf, share } from './draws.js';

/** Ids of the records and images that events link to, the most likely ones first. */
export interface RecordPools {
  readonly venue: readonly number[];
  readonly organizer: readonly number[];
  readonly category: readonly number[];
  readonly tag: readonly number[];
  readonly image: readonly number[];
}

/** Tables of links, with the probabilities that an event has a first link, a second link, and so on. */
const LINKS = {
  venue: { table: 'event_venues', probabilities: [0.95, 0.1] },
  organizer: { table: 'event_organizers', probabilities: [1, 0.15] },
  category: { table: 'event_categories', probabilities: [1, 0.4] },
  tag: { table: 'event_tags', probabilities: [0.8, 0.6, 0.4, 0.2] },
} as const;

/**
 * CTE with random links of the events of `batch`: `venue_links (event_id, record_id, position)`. A record that is drawn twice is linked once.
 */
export function drawLinks(kind: keyof typeof LINKS, pools: RecordPools): RawBuilder<unknown> {
  const draws = LINKS[kind].probabilities.map((probability, position) => {
    const name = `${kind} ${position + 1}`;
    return sql`select id, ${idOf(name, pools[kind])}, ${sql.lit(position)} from batch where ${share(`has ${name}`)} < ${sql.lit(probability)}`;
  });
  return sql`
    ${linksTable(kind)} (event_id, record_id, position) as materialized (
      select distinct on (event_id, record_id) event_id, record_id, position
      from (${sql.join(draws, sql` union all `)}) as drawn (event_id, record_id, position) order by 1, 2, 3
    )`;
}

/** Inserts the drawn links of the events in `stored`. */
export function insertLinks(kind: keyof typeof LINKS): RawBuilder<unknown> {
  return sql`
    insert into ${sql.table(LINKS[kind].table)} (event_id, ${sql.ref(`${kind}_id`)}, position)
    select event_id, record_id, position from ${linksTable(kind)} join stored on stored.id = event_id`;
}

/** Joins the sorted ids of the drawn links to `batch`. Aggregating the stored links would take twice as long. */
export function joinLinkedIds(kind: keyof typeof LINKS): RawBuilder<unknown> {
  return sql`
    left join (
      select event_id as id, array_agg(record_id order by record_id) as ${sql.ref(`${kind}_ids`)}
      from ${linksTable(kind)} group by 1
    ) as ${sql.ref(`${kind}_sets`)} using (id)`;
}

const linksTable = (kind: keyof typeof LINKS) => sql.ref(`${kind}_links`);
