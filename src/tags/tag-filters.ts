import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { RequestContext } from '../common/http/request-context.js';
import { fold } from '../common/text/fold.js';
import { languageFilters } from '../common/texts/language-filters.js';
import { containsWords, serves } from '../common/texts/served-text.js';
import type { ListTagsQuery } from './dto/list-tags.query.js';
import { tagIsUsed } from './tag.select.js';

/** Where tags are looked for, in the language asked for. */
export function tagsFrom({ language }: RequestContext): RawBuilder<unknown> {
  return sql`tags as g join tag_texts as t on t.tag_id = g.id and ${serves('t', language.asked)}`;
}

/** What a list of tags asks for. */
export function tagFilters(
  context: RequestContext,
  query: ListTagsQuery,
  now: RawBuilder<Date>,
): RawBuilder<SqlBool>[] {
  const filters = [sql<SqlBool>`true`, ...languageFilters('tag', sql.ref('g.id'), context, query)];
  if (query.include) filters.push(sql<SqlBool>`g.id = any (${query.include}::bigint[])`);
  if (query.hide_empty) filters.push(tagIsUsed(now));
  const searched = fold(query.search ?? '');
  if (searched) filters.push(containsWords([sql.ref('t.folded')], [searched]));
  return filters;
}
