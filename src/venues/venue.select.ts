import { type InferResult, type QueryCreator, type RawBuilder } from 'kysely';
import type { Language } from '../common/language/languages.js';
import { publishingSelection } from '../common/publishing/publishing.select.js';
import { serves } from '../common/texts/served-text.js';
import type { Database } from '../database/database.js';

/** Reads venues as they are served in a language: the one statement, alone, in lists and embedded in events. */
export function selectVenues(db: QueryCreator<Database>, asked: Language, now: RawBuilder<Date>) {
  return db
    .selectFrom('venues as v')
    .innerJoin('venue_texts as t', (join) => join.onRef('t.venue_id', '=', 'v.id').on(serves('t', asked)))
    .select(publishingSelection('v', now))
    .select(['t.name', 't.slug', 't.description', 't.language', 't.translations'])
    .select(['v.address', 'v.city', 'v.country', 'v.province', 'v.state', 'v.stateprovince', 'v.zip', 'v.phone'])
    .select(['v.website', 'v.geo_lat', 'v.geo_lng', 'v.show_map', 'v.show_map_link']);
}

/** A venue as read. */
export type VenueRow = InferResult<ReturnType<typeof selectVenues>>[number];
