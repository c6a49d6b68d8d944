import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { readable } from '../common/auth/permissions.js';
import type { RequestContext } from '../common/http/request-context.js';
import type { SortKey } from '../common/pagination/sort-key.js';
import { foldedWords } from '../common/text/fold.js';
import { containsWords, serves } from '../common/texts/served-text.js';
import type { ListVenuesQuery } from './dto/list-venues.query.js';

/** The order of the list: the newest first. */
export const VENUE_ORDER: SortKey = {
  name: 'date',
  direction: 'desc',
  expression: sql`coalesce(v.published_at, 'infinity')`,
  type: 'timestamptz',
};

/** Where venues are looked for, in the language asked for. */
export function venuesFrom({ language }: RequestContext): RawBuilder<unknown> {
  return sql`venues as v join venue_texts as t on t.venue_id = v.id and ${serves('t', language.asked)}`;
}

/** What a list of venues asks for. */
export function venueFilters(
  { principal, language }: RequestContext,
  query: ListVenuesQuery,
  now: RawBuilder<Date>,
): RawBuilder<SqlBool>[] {
  const filters = [sql<SqlBool>`${readable(principal, 'v', now)}`];
  if (query.ml_fallback === 'none') filters.push(sql<SqlBool>`t.language = ${language.asked}`);
  if (query.include) filters.push(sql<SqlBool>`v.id = any (${query.include}::bigint[])`);
  const words = foldedWords(query.search ?? '');
  if (words.length > 0) filters.push(containsWords([sql.ref('t.folded'), sql.ref('v.folded_facts')], words));
  return filters;
}
