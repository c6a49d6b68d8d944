import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { shownWhole } from './shown-whole.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { TermKind } from '../kernel/context/record-kind.js';
import { normalizeSlug } from '../kernel/text/slugify.js';
import { isNamedBy } from '../records/translations/take-slug.js';
import { fold } from '../kernel/text/fold.js';
import { languageFilters } from '../records/translations/language-filters.js';
import { containsWords } from '../records/translations/served-text.js';
import type { TermsQuery } from './terms.query.js';

/** What a list of categories or tags asks for, but for what they are used by. The text served has the alias `t`. */
export function termFilters(
  kind: TermKind,
  context: RequestContext,
  query: TermsQuery,
  now: RawBuilder<Date>,
): RawBuilder<SqlBool>[] {
  const id = sql.ref<number>(`t.${kind.column}`);
  const { include, exclude, slug, event = query.post } = query;
  const filters = languageFilters(kind, id, context, query);
  if (include) filters.push(sql<SqlBool>`${id} = any (${include}::bigint[])`);
  if (exclude) filters.push(sql<SqlBool>`${id} <> all (${exclude}::bigint[])`);
  if (slug !== undefined) filters.push(isNamedBy(kind, id, { slug: normalizeSlug(slug) }));
  if (event !== undefined) filters.push(isOfEvent(kind, id, event, shownWhole(context.principal, 'event', now)));
  const searched = fold(query.search ?? '');
  if (searched) filters.push(containsWords([sql.ref('t.folded')], [searched]));
  return filters;
}

/** Whether an event has the term, as far as the requester may know: a protected one tells those who may edit it. */
function isOfEvent(
  kind: TermKind,
  id: Expression<number>,
  event: number,
  isShown: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`${id} in (
    select link.${sql.ref(kind.column)} from ${sql.table(`event_${kind.plural}`)} as link
    join events as event on event.id = link.event_id where event.id = ${event} and ${isShown})`;
}
