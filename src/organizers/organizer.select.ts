import type { InferResult, Kysely, QueryCreator, RawBuilder, SqlBool } from 'kysely';
import type { PageRow } from '../records/lists/page-rows.js';
import { publishingSelection } from '../records/publishing/publishing.select.js';
import { ORGANIZER } from '../records/types/kinds.js';
import { fillingsOf, inTemplate, nameOf, type Reader, addedTo } from '../records/crud/reader.js';
import { fromTemplate } from '../records/lists/select-template.js';
import { serves } from '../records/translations/served-text.js';
import type { OrganizerTables } from './organizer.entity.js';

/** Reads organizers as they are served in a language: the one statement, alone, in lists and embedded in events. */
export function selectOrganizers(db: QueryCreator<OrganizerTables>, reader: Reader) {
  return db
    .selectFrom('organizers as o')
    .innerJoin('organizer_texts as t', (join) =>
      join.onRef('t.organizer_id', '=', 'o.id').on(serves('t', reader.asked)),
    )
    .select(publishingSelection('o', reader.now))
    .select(addedTo(reader, ORGANIZER, 'o'))
    .select(['t.name', 't.slug', 't.description', 't.language', 't.translations'])
    .select(['o.phone', 'o.website', 'o.email']);
}

/** Reads the organizers of a page, in its order. */
export async function readOrganizers(db: Kysely<OrganizerTables>, reader: Reader, page: RawBuilder<PageRow>) {
  const select = fromTemplate(
    db,
    `page of organizers in ${nameOf(reader)}`,
    (holes) =>
      selectOrganizers(db, inTemplate(reader, holes))
        .innerJoin(holes.page.as('page'), (join) => join.onRef('page.id', '=', 'o.id'))
        .select('page.sort_value')
        .orderBy('page.rank'),
    { ...fillingsOf(reader), page },
  );
  return (await db.executeQuery(select)).rows;
}

/** Reads the organizer that fulfils a condition. */
export async function readOrganizer(db: Kysely<OrganizerTables>, reader: Reader, isWanted: RawBuilder<SqlBool>) {
  const select = fromTemplate(
    db,
    `organizer in ${nameOf(reader)}`,
    (holes) => selectOrganizers(db, inTemplate(reader, holes)).where(holes.isWanted),
    { ...fillingsOf(reader), isWanted },
  );
  return (await db.executeQuery(select)).rows[0];
}

/** An organizer as read. */
export type OrganizerRow = InferResult<ReturnType<typeof selectOrganizers>>[number];
