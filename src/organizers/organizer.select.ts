import { type InferResult, type QueryCreator, type RawBuilder } from 'kysely';
import type { Language } from '../common/language/languages.js';
import { publishingSelection } from '../common/publishing/publishing.select.js';
import { serves } from '../common/texts/served-text.js';
import type { Database } from '../database/database.js';

/** Reads organizers as they are served in a language: the one statement, alone, in lists and embedded in events. */
export function selectOrganizers(db: QueryCreator<Database>, asked: Language, now: RawBuilder<Date>) {
  return db
    .selectFrom('organizers as o')
    .innerJoin('organizer_texts as t', (join) => join.onRef('t.organizer_id', '=', 'o.id').on(serves('t', asked)))
    .select(publishingSelection('o', now))
    .select(['t.name', 't.slug', 't.description', 't.language', 't.translations'])
    .select(['o.phone', 'o.website', 'o.email']);
}

/** An organizer as read. */
export type OrganizerRow = InferResult<ReturnType<typeof selectOrganizers>>[number];
