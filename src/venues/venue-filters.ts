import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { SortKeys } from '../records/lists/sort-key.js';
import { placeFilters } from '../records/places/place-filters.js';
import { VENUE } from '../records/types/kinds.js';
import { byText, serves } from '../records/translations/served-text.js';
import type { VenueOrder, ListVenuesQuery } from './dto/list-venues.query.js';

/** By what venues can be ordered; names as readers of the language asked for expect. */
export function venueOrders({ language }: RequestContext): SortKeys<VenueOrder> {
  return {
    date: { expression: sql`coalesce(v.published_at, 'infinity')`, type: 'timestamptz', usually: 'desc' },
    name: byText(VENUE, sql.ref('t.name'), language.asked),
    modified: { expression: sql.ref('v.modified_at'), type: 'timestamptz', usually: 'desc' },
    id: { expression: sql.ref('v.id'), type: 'bigint' },
  };
}

/** Where venues are looked for, in the language asked for. */
export function venuesFrom({ language }: RequestContext): RawBuilder<unknown> {
  return sql`venues as v join venue_texts as t on t.venue_id = v.id and ${serves('t', language.asked)}`;
}

/** What a list of venues asks for. */
export function venueFilters(
  context: RequestContext,
  query: ListVenuesQuery,
  now: RawBuilder<Date>,
): RawBuilder<SqlBool>[] {
  return placeFilters(context, query, { kind: VENUE, alias: 'v' }, now);
}
