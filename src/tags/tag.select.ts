import { sql, type Kysely, type QueryCreator, type RawBuilder, type SqlBool } from 'kysely';
import type { Language } from '../common/language/languages.js';
import type { PageRow } from '../common/pagination/page-rows.js';
import type { ServedTextRow } from '../common/publishing/publishing.select.js';
import { TAG } from '../common/records/kinds.js';
import { fromTemplate } from '../common/statements/select-template.js';
import { contributed } from '../common/terms/term-count.js';
import { serves } from '../common/texts/served-text.js';
import type { Database } from '../database/database.js';

/** Reads tags as they are embedded in events, in a language. */
export function selectTags(db: QueryCreator<Database>, asked: Language) {
  return db
    .selectFrom('tags as g')
    .innerJoin('tag_texts as t', (join) => join.onRef('t.tag_id', '=', 'g.id').on(serves('t', asked)))
    .select(['g.id', 't.name', 't.slug', 't.description', 't.language', 't.translations']);
}

/** Reads the tags of a page, in its order, with the counts that it tells. */
export async function readTags(db: Kysely<Database>, asked: Language, page: RawBuilder<PageRow>) {
  const select = fromTemplate(
    db,
    `page of tags in ${asked}`,
    (holes) =>
      selectTags(db, asked)
        .innerJoin(holes.page.as('page'), (join) => join.onRef('page.id', '=', 'g.id'))
        .select(['page.sort_value', sql<number>`page.told`.as('count')])
        .orderBy('page.rank'),
    { page },
  );
  return (await db.executeQuery(select)).rows;
}

/** Reads the tag that fulfils a condition, with its count. */
export async function readTag(
  db: Kysely<Database>,
  asked: Language,
  now: RawBuilder<Date>,
  isWanted: RawBuilder<SqlBool>,
) {
  const select = fromTemplate(
    db,
    `tag in ${asked}`,
    (holes) =>
      selectTags(db, asked)
        .select(['g.version', tagCount(holes.now).as('count')])
        .where(holes.isWanted),
    { now, isWanted },
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
