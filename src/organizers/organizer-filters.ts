import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { SortKeys } from '../records/lists/sort-key.js';
import { placeFilters } from '../records/places/place-filters.js';
import { ORGANIZER } from '../records/types/kinds.js';
import { byText, serves } from '../records/translations/served-text.js';
import type { OrganizerOrder, ListOrganizersQuery } from './dto/list-organizers.query.js';

/** By what organizers can be ordered; names as readers of the language asked for expect. */
export function organizerOrders({ language }: RequestContext): SortKeys<OrganizerOrder> {
  return {
    date: { expression: sql`coalesce(o.published_at, 'infinity')`, type: 'timestamptz', usually: 'desc' },
    name: byText(ORGANIZER, sql.ref('t.name'), language.asked),
    modified: { expression: sql.ref('o.modified_at'), type: 'timestamptz', usually: 'desc' },
    id: { expression: sql.ref('o.id'), type: 'bigint' },
  };
}

/** Where organizers are looked for, in the language asked for. */
export function organizersFrom({ language }: RequestContext): RawBuilder<unknown> {
  return sql`organizers as o join organizer_texts as t on t.organizer_id = o.id and ${serves('t', language.asked)}`;
}

/** What a list of organizers asks for. */
export function organizerFilters(
  context: RequestContext,
  query: ListOrganizersQuery,
  now: RawBuilder<Date>,
): RawBuilder<SqlBool>[] {
  return placeFilters(context, query, { kind: ORGANIZER, alias: 'o' }, now);
}
