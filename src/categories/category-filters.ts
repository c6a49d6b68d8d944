import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { RequestContext } from '../kernel/context/request-context.js';
import { CATEGORY } from '../records/types/kinds.js';
import { termFilters } from '../records/terms/term-filters.js';
import { serves } from '../records/translations/served-text.js';
import { categoryCounts } from './category.select.js';
import type { ListCategoriesQuery } from './dto/list-categories.query.js';

/** Where categories are looked for, in the language asked for, with their counts as `n`. */
export function categoriesFrom(
  { language }: RequestContext,
  { hide_empty }: ListCategoriesQuery,
  now: RawBuilder<Date>,
): RawBuilder<unknown> {
  return sql`
    categories as c join category_texts as t on t.category_id = c.id and ${serves('t', language.asked)}
    ${hide_empty ? sql`join` : sql`left join`} ${categoryCounts(now)} as n on n.id = c.id`;
}

/** What a list of categories asks for. */
export function categoryFilters(
  context: RequestContext,
  query: ListCategoriesQuery,
  now: RawBuilder<Date>,
): RawBuilder<SqlBool>[] {
  const filters = termFilters(CATEGORY, context, query, now);
  if (query.parent !== undefined) filters.push(sql<SqlBool>`c.parent_key = ${query.parent}`);
  return filters;
}
