import { sql, type InferResult, type QueryCreator, type RawBuilder, type SqlBool } from 'kysely';
import { TAG, countedEventCondition } from '../kinds/calendar-kinds.js';
import { extensionSelections, type ReadScope } from '../records/crud/read-scope.js';
import { wholeEpochSecondsSql } from '../records/publishing/publishing.select.js';
import { servedTranslationCondition } from '../records/translations/served-translation.js';
import type { TagTables } from './tag.entity.js';

/** Selects tags for every response that has them: single records, lists, and events. */
export function selectTags(db: QueryCreator<TagTables>, scope: ReadScope) {
  return db
    .selectFrom('tags as g')
    .innerJoin('tag_translations as t', (join) =>
      join.onRef('t.tag_id', '=', 'g.id').on(servedTranslationCondition('t', scope.language)),
    )
    .select(['g.id', 'g.version', 't.name', 't.slug', 't.description', 't.language', 't.translations'])
    .select(wholeEpochSecondsSql(sql.ref('g.modified_at')).as('modified_at'))
    .select(extensionSelections(scope, TAG, 'g'));
}

/** A row of the select of tags. */
export type TagRow = InferResult<ReturnType<typeof selectTags>>[number];

/** Number of counted events by tag, as a relation `(id, count)`. Unused tags are absent. */
export function tagEventCountsSql(now: RawBuilder<Date>): RawBuilder<unknown> {
  return sql`(
    select link.tag_id as id, count(*) as count from event_tags as link join events as e on e.id = link.event_id
    where ${countedEventCondition('e', now)} group by link.tag_id)`;
}

/** Number of counted events that have the tag. */
export function tagEventCountSql(now: RawBuilder<Date>): RawBuilder<number> {
  return sql<number>`(select count(*) ${eventsOfTagSql(now)})`;
}

/** The condition that a counted event has the tag. */
export function usedTagCondition(now: RawBuilder<Date>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select ${eventsOfTagSql(now)})`;
}

const eventsOfTagSql = (now: RawBuilder<Date>) => sql`
  from event_tags as link join events as e on e.id = link.event_id where link.tag_id = g.id and ${countedEventCondition('e', now)}`;
