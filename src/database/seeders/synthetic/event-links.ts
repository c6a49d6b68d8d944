import { sql, type RawBuilder } from 'kysely';
import { idOf, share } from './draws.js';

/** Ids that events are linked to, the likeliest first. */
export interface Pools {
  readonly venue: readonly number[];
  readonly organizer: readonly number[];
  readonly category: readonly number[];
  readonly tag: readonly number[];
}

const LINKS = {
  venue: { table: 'event_venues', shares: [0.95, 0.1] },
  organizer: { table: 'event_organizers', shares: [1, 0.15] },
  category: { table: 'event_categories', shares: [1, 0.4] },
  tag: { table: 'event_tags', shares: [0.8, 0.6, 0.4, 0.2] },
} as const;

/**
 * Links the events of `batch` to records by lot: which share of them has a first link, a second, and so on. The same
 * record drawn twice is linked once.
 */
export function insertLinks(kind: keyof typeof LINKS, pools: Pools): RawBuilder<unknown> {
  const { table, shares } = LINKS[kind];
  const drawn = shares.map((most, position) => {
    const name = `${kind} ${position + 1}`;
    return sql`select id, ${idOf(name, pools[kind])}, ${sql.lit(position)} from batch where ${share(`has ${name}`)} < ${sql.lit(most)}`;
  });
  return sql`
    insert into ${sql.table(table)} (event_id, ${sql.ref(`${kind}_id`)}, position)
    ${sql.join(drawn, sql` union all `)} on conflict do nothing`;
}
