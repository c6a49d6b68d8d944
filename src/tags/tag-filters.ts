import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { RequestContext } from '../common/http/request-context.js';
import type { SortKey } from '../common/pagination/sort-key.js';
import { fold } from '../common/text/fold.js';
import { collated, containsWords, serves } from '../common/texts/served-text.js';
import type { ListTagsQuery } from './dto/list-tags.query.js';
import { tagIsUsed } from './tag.select.js';

/** The order of the list: by name, as readers of the language expect. */
export function tagOrder({ language }: RequestContext): SortKey {
  return { name: 'name', direction: 'asc', expression: collated(sql.ref('t.name'), language.asked), type: 'text' };
}

/** Where tags are looked for, in the language asked for. */
export function tagsFrom({ language }: RequestContext): RawBuilder<unknown> {
  return sql`tags as g join tag_texts as t on t.tag_id = g.id and ${serves('t', language.asked)}`;
}

/** What a list of tags asks for. */
export function tagFilters(
  { language }: RequestContext,
  query: ListTagsQuery,
  now: RawBuilder<Date>,
): RawBuilder<SqlBool>[] {
  const filters = [sql<SqlBool>`true`];
  if (query.ml_fallback === 'none') filters.push(sql<SqlBool>`t.language = ${language.asked}`);
  if (query.include) filters.push(sql<SqlBool>`g.id = any (${query.include}::bigint[])`);
  if (query.hide_empty) filters.push(tagIsUsed(now));
  const searched = fold(query.search ?? '');
  if (searched) filters.push(containsWords([sql.ref('t.folded')], [searched]));
  return filters;
}
