import { sql, type QueryCreator, type RawBuilder, type SqlBool } from 'kysely';
import type { Language } from '../common/language/languages.js';
import type { ServedTextRow } from '../common/publishing/publishing.select.js';
import { countsForTerms } from '../common/terms/term-count.js';
import { serves } from '../common/texts/served-text.js';
import type { Database } from '../database/database.js';

/** Reads tags as they are embedded in events, in a language. */
export function selectTags(db: QueryCreator<Database>, asked: Language) {
  return db
    .selectFrom('tags as g')
    .innerJoin('tag_texts as t', (join) => join.onRef('t.tag_id', '=', 'g.id').on(serves('t', asked)))
    .select(['g.id', 't.name', 't.slug', 't.description', 't.language', 't.translations']);
}

/** A tag as read. */
export interface TagRow extends ServedTextRow {
  readonly id: number;
  readonly name: string;
}

/** Whether a public event has the tag: asked of every tag, so it stops at the first. */
export function tagIsUsed(now: RawBuilder<Date>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from event_tags as link join events as e on e.id = link.event_id
    where link.tag_id = g.id and ${countsForTerms('e', now)})`;
}

/** How many public events have the tag. */
export function tagCount(now: RawBuilder<Date>): RawBuilder<number> {
  return sql<number>`(
    select count(*) from event_tags as link join events as e on e.id = link.event_id
    where link.tag_id = g.id and ${countsForTerms('e', now)})`;
}
