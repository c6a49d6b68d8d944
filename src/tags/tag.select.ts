import { sql, type QueryCreator, type RawBuilder, type SqlBool } from 'kysely';
import type { ServedTranslationRow } from '../records/publishing/publishing.select.js';
import { TAG } from '../kinds/kinds.js';
import { selectExtensions, type ReadScope } from '../records/crud/read-scope.js';
import { currentTermCounts } from '../kinds/current-term-counts.js';
import { servesLanguage } from '../records/translations/served-translation.js';
import type { TagTables } from './tag.entity.js';

/** Reads tags as they are embedded in events, in a language. */
export function selectTags(db: QueryCreator<TagTables>, scope: ReadScope) {
  return db
    .selectFrom('tags as g')
    .innerJoin('tag_translations as t', (join) =>
      join.onRef('t.tag_id', '=', 'g.id').on(servesLanguage('t', scope.language)),
    )
    .select(['g.id', 't.name', 't.slug', 't.description', 't.language', 't.translations'])
    .select(selectExtensions(scope, TAG, 'g'));
}

/** A tag as read. */
export interface TagRow extends ServedTranslationRow {
  readonly id: number;
  readonly name: string;
  /** Of one that is read alone. */
  readonly version?: number;
}

/** How many public events have which tag, as a relation `(id, count)` of those that any has. */
export function tagCounts(now: RawBuilder<Date>): RawBuilder<unknown> {
  return sql`(
    select term_ids[1] as id, sum(count) as count from ${currentTermCounts(TAG, now)}
    group by term_ids[1] having sum(count) > 0)`;
}

/** How many public events have the tag. */
export function tagCount(now: RawBuilder<Date>): RawBuilder<number> {
  const isCountOfTag = sql<SqlBool>`term_ids = array[g.id]`;
  return sql<number>`(select coalesce(sum(count), 0) from ${currentTermCounts(TAG, now, isCountOfTag)})`;
}
