import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { readable } from '../common/auth/permissions.js';
import type { RequestContext } from '../common/http/request-context.js';
import type { SortKey } from '../common/pagination/sort-key.js';
import { foldedWords } from '../common/text/fold.js';
import { containsWords, serves } from '../common/texts/served-text.js';
import type { ListEventsQuery } from './dto/list-events.query.js';

/** The order of the list: as they begin. */
export const EVENT_ORDER: SortKey = {
  name: 'start_date',
  direction: 'asc',
  expression: sql.ref('e.starts_at'),
  type: 'timestamptz',
};

/** Where events are looked for, in the language asked for. */
export function eventsFrom({ language }: RequestContext): RawBuilder<unknown> {
  return sql`events as e join event_texts as t on t.event_id = e.id and ${serves('t', language.asked)}`;
}

/** What a list of events asks for. */
export function eventFilters(
  { principal, language }: RequestContext,
  query: ListEventsQuery,
  now: RawBuilder<Date>,
): RawBuilder<SqlBool>[] {
  const filters = [sql<SqlBool>`${readable(principal, 'e', now)}`];
  const { hide_from_listings: hidden = 'false' } = query;
  if (hidden !== 'any') filters.push(sql<SqlBool>`e.hide_from_listings = ${sql.lit(hidden === 'true')}`);
  if (query.ml_fallback === 'none') filters.push(sql<SqlBool>`t.language = ${language.asked}`);
  if (query.include) filters.push(sql<SqlBool>`e.id = any (${query.include}::bigint[])`);
  const words = foldedWords(query.search ?? '');
  if (words.length > 0) filters.push(containsWords([sql.ref('t.folded')], words));
  return filters;
}
