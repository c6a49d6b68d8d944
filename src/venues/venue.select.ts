import type { InferResult, Kysely, QueryCreator, RawBuilder, SqlBool } from 'kysely';
import type { PageRow } from '../records/lists/page-rows.js';
import { publishingSelection } from '../records/publishing/publishing.select.js';
import { VENUE } from '../records/types/kinds.js';
import { fillingsOf, inTemplate, nameOf, type Reader, addedTo } from '../records/crud/reader.js';
import { fromTemplate } from '../records/lists/select-template.js';
import { serves } from '../records/translations/served-text.js';
import type { VenueTables } from './venue.entity.js';

/** Reads venues as they are served in a language: the one statement, alone, in lists and embedded in events. */
export function selectVenues(db: QueryCreator<VenueTables>, reader: Reader) {
  return db
    .selectFrom('venues as v')
    .innerJoin('venue_texts as t', (join) => join.onRef('t.venue_id', '=', 'v.id').on(serves('t', reader.asked)))
    .select(publishingSelection('v', reader.now))
    .select(addedTo(reader, VENUE, 'v'))
    .select(['t.name', 't.slug', 't.description', 't.language', 't.translations'])
    .select(['v.address', 'v.city', 'v.country', 'v.province', 'v.state', 'v.stateprovince', 'v.zip', 'v.phone'])
    .select(['v.website', 'v.geo_lat', 'v.geo_lng', 'v.show_map', 'v.show_map_link']);
}

/** Reads the venues of a page, in its order. */
export async function readVenues(db: Kysely<VenueTables>, reader: Reader, page: RawBuilder<PageRow>) {
  const select = fromTemplate(
    db,
    `page of venues in ${nameOf(reader)}`,
    (holes) =>
      selectVenues(db, inTemplate(reader, holes))
        .innerJoin(holes.page.as('page'), (join) => join.onRef('page.id', '=', 'v.id'))
        .select('page.sort_value')
        .orderBy('page.rank'),
    { ...fillingsOf(reader), page },
  );
  return (await db.executeQuery(select)).rows;
}

/** Reads the venue that fulfils a condition. */
export async function readVenue(db: Kysely<VenueTables>, reader: Reader, isWanted: RawBuilder<SqlBool>) {
  const select = fromTemplate(
    db,
    `venue in ${nameOf(reader)}`,
    (holes) => selectVenues(db, inTemplate(reader, holes)).where(holes.isWanted),
    { ...fillingsOf(reader), isWanted },
  );
  return (await db.executeQuery(select)).rows[0];
}

/** A venue as read. */
export type VenueRow = InferResult<ReturnType<typeof selectVenues>>[number];
