import { sql, type QueryCreator, type RawBuilder, type SqlBool } from 'kysely';
import type { TranslatedRecordRow } from '../records/publishing/publishing.select.js';
import { TAG } from '../kinds/calendar-kinds.js';
import { extensionSelections, type ReadScope } from '../records/crud/read-scope.js';
import { isCounted } from '../kinds/is-counted.js';
import { servedTranslationCondition } from '../records/translations/served-translation.js';
import type { TagTables } from './tag.entity.js';

/** Reads tags as they are embedded in events, in a language. */
export function selectTags(db: QueryCreator<TagTables>, scope: ReadScope) {
  return db
    .selectFrom('tags as g')
    .innerJoin('tag_translations as t', (join) =>
      join.onRef('t.tag_id', '=', 'g.id').on(servedTranslationCondition('t', scope.language)),
    )
    .select(['g.id', 't.name', 't.slug', 't.description', 't.language', 't.translations'])
    .select(extensionSelections(scope, TAG, 'g'));
}

/** A tag as read. */
export interface TagRow extends TranslatedRecordRow {
  readonly id: number;
  readonly name: string;
  /** Of one that is read alone. */
  readonly version?: number;
}

/** Number of counted events by tag, as a relation `(id, count)` of the tags that any has. */
export function tagEventCountsSql(now: RawBuilder<Date>): RawBuilder<unknown> {
  return sql`(
    select link.tag_id as id, count(*) as count from event_tags as link join events as e on e.id = link.event_id
    where ${isCounted('e', now)} group by link.tag_id)`;
}

/** Number of counted events that have the tag. */
export function tagEventCountSql(now: RawBuilder<Date>): RawBuilder<number> {
  return sql<number>`(select count(*) ${eventsOfTag(now)})`;
}

/** The condition that a counted event has the tag. */
export function isTagUsed(now: RawBuilder<Date>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select ${eventsOfTag(now)})`;
}

const eventsOfTag = (now: RawBuilder<Date>) => sql`
  from event_tags as link join events as e on e.id = link.event_id where link.tag_id = g.id and ${isCounted('e', now)}`;
