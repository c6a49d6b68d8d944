import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { RequestContext } from '../common/http/request-context.js';
import { fold } from '../common/text/fold.js';
import { languageFilters } from '../common/texts/language-filters.js';
import { containsWords, serves } from '../common/texts/served-text.js';
import type { ListCategoriesQuery } from './dto/list-categories.query.js';
import { categoryIsUsed } from './category.select.js';

/** Where categories are looked for, in the language asked for. */
export function categoriesFrom({ language }: RequestContext): RawBuilder<unknown> {
  return sql`categories as c join category_texts as t on t.category_id = c.id and ${serves('t', language.asked)}`;
}

/** What a list of categories asks for. */
export function categoryFilters(
  context: RequestContext,
  query: ListCategoriesQuery,
  now: RawBuilder<Date>,
): RawBuilder<SqlBool>[] {
  const filters = [sql<SqlBool>`true`, ...languageFilters('category', sql.ref('c.id'), context, query)];
  if (query.include) filters.push(sql<SqlBool>`c.id = any (${query.include}::bigint[])`);
  if (query.hide_empty) filters.push(categoryIsUsed(now));
  const searched = fold(query.search ?? '');
  if (searched) filters.push(containsWords([sql.ref('t.folded')], [searched]));
  return filters;
}
