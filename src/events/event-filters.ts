import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { readable } from '../common/auth/permissions.js';
import type { RequestContext } from '../common/http/request-context.js';
import type { SortKeys } from '../common/pagination/sort-key.js';
import { foldedWords } from '../common/text/fold.js';
import { languageFilters } from '../common/texts/language-filters.js';
import { byText, containsWords, serves } from '../common/texts/served-text.js';
import type { EventOrder, ListEventsQuery } from './dto/list-events.query.js';

/** By what events can be ordered; texts as readers of the language asked for expect. */
export function eventOrders({ language }: RequestContext): SortKeys<EventOrder> {
  return {
    start_date: { expression: sql.ref('e.starts_at'), type: 'timestamptz' },
    end_date: { expression: sql.ref('e.ends_at'), type: 'timestamptz' },
    title: byText('event', sql.ref('t.title'), language.asked),
    date: { expression: sql`coalesce(e.published_at, 'infinity')`, type: 'timestamptz' },
    modified: { expression: sql.ref('e.modified_at'), type: 'timestamptz' },
    id: { expression: sql.ref('e.id'), type: 'bigint' },
  };
}

/** Where events are looked for, in the language asked for. */
export function eventsFrom({ language }: RequestContext): RawBuilder<unknown> {
  return sql`events as e join event_texts as t on t.event_id = e.id and ${serves('t', language.asked)}`;
}

/** What a list of events asks for. */
export function eventFilters(
  context: RequestContext,
  query: ListEventsQuery,
  now: RawBuilder<Date>,
): RawBuilder<SqlBool>[] {
  const filters = [sql<SqlBool>`${readable(context.principal, 'e', now)}`, ...languageFilters(context, query)];
  const { hide_from_listings: hidden = 'false' } = query;
  if (hidden !== 'any') filters.push(sql<SqlBool>`e.hide_from_listings = ${sql.lit(hidden === 'true')}`);
  if (query.include) filters.push(sql<SqlBool>`e.id = any (${query.include}::bigint[])`);
  const words = foldedWords(query.search ?? '');
  if (words.length > 0) filters.push(containsWords([sql.ref('t.folded')], words));
  return filters;
}
