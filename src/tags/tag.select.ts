import { sql, type Kysely, type QueryCreator, type RawBuilder, type SqlBool } from 'kysely';
import type { PageRow } from '../records/lists/page-rows.js';
import type { ServedTextRow } from '../records/publishing/publishing.select.js';
import { TAG } from '../records/types/kinds.js';
import { fillingsOf, inTemplate, nameOf, type Reader, addedTo } from '../records/crud/reader.js';
import { fromTemplate } from '../records/lists/select-template.js';
import { contributed } from '../records/terms/term-count.js';
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

/** Reads the tags of a page, in its order, with the counts that it tells. */
export async function readTags(db: Kysely<TagTables>, reader: Reader, page: RawBuilder<PageRow>) {
  const select = fromTemplate(
    db,
    `page of tags in ${nameOf(reader)}`,
    (holes) =>
      selectTags(db, inTemplate(reader, holes))
        .innerJoin(holes.page.as('page'), (join) => join.onRef('page.id', '=', 'g.id'))
        .select(['page.sort_value', sql<number>`page.told`.as('count')])
        .orderBy('page.rank'),
    { ...fillingsOf(reader), page },
  );
  return (await db.executeQuery(select)).rows;
}

/** Reads the tag that fulfils a condition, with its count. */
export async function readTag(db: Kysely<TagTables>, reader: Reader, isWanted: RawBuilder<SqlBool>) {
  const select = fromTemplate(
    db,
    `tag in ${nameOf(reader)}`,
    (holes) =>
      selectTags(db, inTemplate(reader, holes))
        .select(['g.version', tagCount(holes.now).as('count')])
        .where(holes.isWanted),
    { ...fillingsOf(reader), isWanted },
  );
  return (await db.executeQuery(select)).rows[0];
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
function tagCount(now: RawBuilder<Date>): RawBuilder<number> {
  const isThis = sql<SqlBool>`terms = array[g.id]`;
  return sql<number>`(select coalesce(sum(count), 0) from ${contributed(TAG, now, isThis)})`;
}
