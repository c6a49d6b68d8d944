import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { unprotectedEventCondition } from './calendar-kinds.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { TermKind } from '../kernel/context/record-kind.js';
import { normalizeSlug } from '../kernel/text/slugify.js';
import { recordKeyCondition } from '../records/translations/slugs.js';
import { fold } from '../kernel/text/fold.js';
import { containsWordsCondition, languageFilters } from '../records/translations/served-translation.js';
import type { TermListQuery } from './term-list.query.js';

/** Filters of a list of categories or tags. `t` is the alias of the served translation. */
export function termFilters(
  kind: TermKind,
  context: RequestContext,
  query: TermListQuery,
  now: RawBuilder<Date>,
): RawBuilder<SqlBool>[] {
  const id = sql.ref<number>(`t.${kind.foreignKey}`);
  const { include, exclude, slug, event = query.post } = query;
  const filters = languageFilters(kind, id, context, query);
  if (include) filters.push(sql<SqlBool>`${id} = any (${include}::bigint[])`);
  if (exclude) filters.push(sql<SqlBool>`${id} <> all (${exclude}::bigint[])`);
  if (slug !== undefined) filters.push(recordKeyCondition(kind, id, { slug: normalizeSlug(slug) }));
  if (event !== undefined)
    filters.push(linkedToEventCondition(kind, id, event, unprotectedEventCondition(context.principal, 'event', now)));
  const foldedSearch = fold(query.search ?? '');
  if (foldedSearch) filters.push(containsWordsCondition([sql.ref('t.search_text')], [foldedSearch]));
  return filters;
}

/** The condition that an event has the term. The terms of a protected event are visible only to callers who may edit it. */
function linkedToEventCondition(
  kind: TermKind,
  id: Expression<number>,
  event: number,
  isUnprotectedEvent: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`${id} in (
    select link.${sql.ref(kind.foreignKey)} from ${sql.table(`event_${kind.plural}`)} as link
    join events as event on event.id = link.event_id where event.id = ${event} and ${isUnprotectedEvent})`;
}
