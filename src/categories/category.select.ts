import { sql, type QueryCreator, type RawBuilder, type SqlBool } from 'kysely';
import type { ServedTranslationRow } from '../records/publishing/publishing.select.js';
import { CATEGORY } from '../kinds/kinds.js';
import { selectExtensions, type ReadScope } from '../records/crud/read-scope.js';
import { currentTermCounts } from '../kinds/current-term-counts.js';
import { servesLanguage } from '../records/translations/served-translation.js';
import type { CategoryTables } from './category.entity.js';

/** Reads categories as they are embedded in events, in a language. */
export function selectCategories(db: QueryCreator<CategoryTables>, scope: ReadScope) {
  return db
    .selectFrom('categories as c')
    .innerJoin('category_translations as t', (join) =>
      join.onRef('t.category_id', '=', 'c.id').on(servesLanguage('t', scope.language)),
    )
    .select(['c.id', 'c.parent_id', 't.name', 't.slug', 't.description', 't.language', 't.translations'])
    .select(selectExtensions(scope, CATEGORY, 'c'));
}

/** A category as read. */
export interface CategoryRow extends ServedTranslationRow {
  readonly id: number;
  readonly parent_id: number | null;
  readonly name: string;
  /** Of one that is read alone. */
  readonly version?: number;
}

/**
 * How many public events have which category or one below it, each counted once, as a relation `(id, count)` of those
 * that any has.
 */
export function categoryCounts(now: RawBuilder<Date>): RawBuilder<unknown> {
  return sql`(
    with recursive ancestors (id, ancestor) as (
      select id, id from categories
      union all
      select ancestors.id, parent.parent_id from ancestors join categories as parent on parent.id = ancestors.ancestor
      where parent.parent_id is not null
    )
    select ancestor as id, sum(count) as count from (
      select distinct sets.number, sets.count, ancestors.ancestor
      from (select row_number() over () as number, term_ids, count from ${currentTermCounts(CATEGORY, now)}) as sets
        cross join unnest(sets.term_ids) as member (id) join ancestors on ancestors.id = member.id
    ) as counted group by ancestor having sum(count) > 0)`;
}

/** How many public events have the category or one below it, each counted once. */
export function categoryCount(now: RawBuilder<Date>): RawBuilder<number> {
  const isInSubtree = sql<SqlBool>`term_ids && array(
    with recursive descendants as (
      select c.id as id
      union
      select child.id from categories as child join descendants on child.parent_id = descendants.id
    )
    select id from descendants)`;
  return sql<number>`(select coalesce(sum(count), 0) from ${currentTermCounts(CATEGORY, now, isInSubtree)})`;
}
