import { sql, type InferResult, type QueryCreator, type RawBuilder, type SqlBool } from 'kysely';
import { CATEGORY, countedEventCondition } from '../kinds/calendar-kinds.js';
import { extensionSelections, type ReadScope } from '../records/crud/read-scope.js';
import { wholeEpochSecondsSql } from '../records/publishing/publishing.select.js';
import { servedTranslationCondition } from '../records/translations/served-translation.js';
import type { CategoryTables } from './category.entity.js';

/** Selects categories for every response that has them: single records, lists, and events. */
export function selectCategories(db: QueryCreator<CategoryTables>, scope: ReadScope) {
  return db
    .selectFrom('categories as c')
    .innerJoin('category_translations as t', (join) =>
      join.onRef('t.category_id', '=', 'c.id').on(servedTranslationCondition('t', scope.language)),
    )
    .select(['c.id', 'c.version', 'c.parent_id', 't.name', 't.slug', 't.description', 't.language', 't.translations'])
    .select(wholeEpochSecondsSql(sql.ref('c.modified_at')).as('modified_at'))
    .select(extensionSelections(scope, CATEGORY, 'c'));
}

/** A row of the select of categories. */
export type CategoryRow = InferResult<ReturnType<typeof selectCategories>>[number];

/**
 * Number of counted events by category, as a relation `(id, count)`. Unused categories are absent. An event counts once for each of its
 * categories and their ancestors. Events are grouped by their set of categories first, as there are few different sets.
 */
export function categoryEventCountsSql(now: RawBuilder<Date>): RawBuilder<unknown> {
  return sql`(
    with recursive ancestors (id, ancestor) as (
      select id, id from categories
      union all
      select ancestors.id, parent.parent_id from ancestors join categories as parent on parent.id = ancestors.ancestor
      where parent.parent_id is not null
    )
    select ancestor as id, sum(count)::bigint as count from (
      select distinct sets.category_ids, sets.count, ancestors.ancestor
      from (select category_ids, count(*) as count from events as e where ${countedEventCondition('e', now)} group by 1) as sets
        cross join unnest(sets.category_ids) as member (id) join ancestors on ancestors.id = member.id
    ) as counted group by ancestor)`;
}

/** Number of counted events that have the category or a descendant. */
export function categoryEventCountSql(now: RawBuilder<Date>): RawBuilder<number> {
  return sql<number>`(select count(*) from events as e where ${countedEventCondition('e', now)} and e.category_ids && array(
    with recursive descendants as (
      select c.id as id
      union
      select child.id from categories as child join descendants on child.parent_id = descendants.id
    )
    select id from descendants))`;
}

/**
 * The condition that a counted event has the category or a descendant. It stops at the first one. `offset 0` keeps the
 * planner from turning the subqueries into joins: it would expect them to read all events, and prepare memory for that
 * in each category.
 */
export function usedCategoryCondition(now: RawBuilder<Date>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    with recursive descendants as (
      select c.id as id
      union
      select child.id from categories as child join descendants on child.parent_id = descendants.id
    )
    select from descendants cross join lateral (
      select from event_categories as link where link.category_id = descendants.id
        and exists (select from events as e where e.id = link.event_id and ${countedEventCondition('e', now)} offset 0) offset 0) as used)`;
}
