import { sql, type QueryCreator, type RawBuilder, type SqlBool } from 'kysely';
import type { Language } from '../common/language/languages.js';
import type { ServedTextRow } from '../common/publishing/publishing.select.js';
import { countsForTerms } from '../common/terms/term-count.js';
import { serves } from '../common/texts/served-text.js';
import type { Database } from '../database/database.js';

/** Reads categories as they are embedded in events, in a language. */
export function selectCategories(db: QueryCreator<Database>, asked: Language) {
  return db
    .selectFrom('categories as c')
    .innerJoin('category_texts as t', (join) => join.onRef('t.category_id', '=', 'c.id').on(serves('t', asked)))
    .select(['c.id', 'c.parent_id', 't.name', 't.slug', 't.description', 't.language', 't.translations']);
}

/** A category as read. */
export interface CategoryRow extends ServedTextRow {
  readonly id: number;
  readonly parent_id: number | null;
  readonly name: string;
}

/** The category and all below it. */
const BELOW = sql`
  with recursive below as (
    select c.id as id
    union
    select child.id from categories as child join below on child.parent_id = below.id
  )`;

/** Whether a public event has the category or one below it: asked of every category, so it stops at the first. */
export function categoryIsUsed(now: RawBuilder<Date>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (${BELOW}
    select from below join event_categories as link on link.category_id = below.id join events as e on e.id = link.event_id
    where ${countsForTerms('e', now)})`;
}

/** How many public events have the category or one below it, each counted once. */
export function categoryCount(now: RawBuilder<Date>): RawBuilder<number> {
  return sql<number>`(${BELOW}
    select count(*) from events as e
    where e.id in (select event_id from event_categories where category_id in (select id from below))
      and ${countsForTerms('e', now)})`;
}
