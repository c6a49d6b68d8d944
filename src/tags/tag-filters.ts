import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { RequestContext } from '../kernel/context/request-context.js';
import { TAG } from '../records/types/kinds.js';
import { termFilters } from '../records/terms/term-filters.js';
import { serves } from '../records/translations/served-text.js';
import type { ListTagsQuery } from './dto/list-tags.query.js';
import { tagCounts } from './tag.select.js';

/** Where tags are looked for, in the language asked for, with their counts as `n`. */
export function tagsFrom(
  { language }: RequestContext,
  { hide_empty }: ListTagsQuery,
  now: RawBuilder<Date>,
): RawBuilder<unknown> {
  return sql`
    tags as g join tag_texts as t on t.tag_id = g.id and ${serves('t', language.asked)}
    ${hide_empty ? sql`join` : sql`left join`} ${tagCounts(now)} as n on n.id = g.id`;
}

/** What a list of tags asks for. */
export function tagFilters(
  context: RequestContext,
  query: ListTagsQuery,
  now: RawBuilder<Date>,
): RawBuilder<SqlBool>[] {
  return termFilters(TAG, context, query, now);
}
