import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { RequestContext } from '../common/http/request-context.js';
import type { SortKeys } from '../common/pagination/sort-key.js';
import { statusFilter } from '../common/publishing/status-filter.js';
import { foldedWords } from '../common/text/fold.js';
import { languageFilters } from '../common/texts/language-filters.js';
import { byText, containsWords, serves } from '../common/texts/served-text.js';
import type { VenueOrder, ListVenuesQuery } from './dto/list-venues.query.js';

/** By what venues can be ordered; names as readers of the language asked for expect. */
export function venueOrders({ language }: RequestContext): SortKeys<VenueOrder> {
  return {
    date: { expression: sql`coalesce(v.published_at, 'infinity')`, type: 'timestamptz', usually: 'desc' },
    name: byText('venue', sql.ref('t.name'), language.asked),
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
  const filters = [
    statusFilter(context.principal, 'v', query.status, now),
    ...languageFilters('venue', sql.ref('v.id'), context, query),
  ];
  if (query.include) filters.push(sql<SqlBool>`v.id = any (${query.include}::bigint[])`);
  const words = foldedWords(query.search ?? '');
  if (words.length > 0) filters.push(containsWords([sql.ref('t.folded'), sql.ref('v.folded_facts')], words));
  return filters;
}
