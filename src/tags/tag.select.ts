import { sql, type QueryCreator, type RawBuilder, type SqlBool } from 'kysely';
import type { ServedTextRow } from '../records/publishing/publishing.select.js';
import { TAG } from '../kinds/kinds.js';
import { addedTo, type Reader } from '../records/crud/read-records.js';
import { contributed } from '../kinds/term-count.js';
import { serves } from '../records/translations/served-text.js';
import type { TagTables } from './tag.entity.js';

/** Reads tags as they are embedded in events, in a language. */
export function selectTags(db: QueryCreator<TagTables>, reader: Reader) {
  return db
    .selectFrom('tags as g')
    .innerJoin('tag_texts as t', (join) => join.onRef('t.tag_id', '=', 'g.id').on(serves('t', reader.asked)))
    .select(['g.id', 't.name', 't.slug', 't.description', 't.language', 't.translations'])
    .select(addedTo(reader, TAG, 'g'));
}

/** A tag as read. */
export interface TagRow extends ServedTextRow {
  readonly id: number;
  readonly name: string;
  /** Of one that is read alone. */
  readonly version?: number;
}

/** How many public events have which tag, as a relation `(id, count)` of those that any has. */
export function tagCounts(now: RawBuilder<Date>): RawBuilder<unknown> {
  return sql`(
    select terms[1] as id, sum(count) as count from ${contributed(TAG, now)}
    group by terms[1] having sum(count) > 0)`;
}

/** How many public events have the tag. */
export function tagCount(now: RawBuilder<Date>): RawBuilder<number> {
  const isThis = sql<SqlBool>`terms = array[g.id]`;
  return sql<number>`(select coalesce(sum(count), 0) from ${contributed(TAG, now, isThis)})`;
}
