import type { InferResult, QueryCreator } from 'kysely';
import { publishableSelection } from '../records/publishing/publishing.select.js';
import { VENUE } from '../kinds/calendar-kinds.js';
import { extensionSelections, type ReadScope } from '../records/crud/read-scope.js';
import { servedTranslationCondition } from '../records/translations/served-translation.js';
import { qualifiedColumns } from '../kinds/text-columns.js';
import { VENUE_TEXT_COLUMNS, type VenueTables } from './venue.entity.js';

/** Selects venues for every response that has them: single records, lists, and events. */
export function selectVenues(db: QueryCreator<VenueTables>, scope: ReadScope) {
  return db
    .selectFrom('venues as v')
    .innerJoin('venue_translations as t', (join) =>
      join.onRef('t.venue_id', '=', 'v.id').on(servedTranslationCondition('t', scope.language)),
    )
    .select(publishableSelection('v', scope.now))
    .select(extensionSelections(scope, VENUE, 'v'))
    .select(['t.name', 't.slug', 't.description', 't.language', 't.translations'])
    .select(qualifiedColumns('v', VENUE_TEXT_COLUMNS))
    .select(['v.geo_lat', 'v.geo_lng', 'v.show_map', 'v.show_map_link']);
}

export type VenueRow = InferResult<ReturnType<typeof selectVenues>>[number];
