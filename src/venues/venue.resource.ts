import { sql } from 'kysely';
import { fold, nameKey } from '../kernel/text/fold.js';
import { htmlToText } from '../kernel/text/rich-text.js';
import { defineResource } from '../records/crud/resource-type.js';
import type { SortKeys } from '../records/lists/sort-key.js';
import { venueOrOrganizerFilters } from '../kinds/venue-or-organizer-filters.js';
import { sortByText } from '../records/translations/served-translation.js';
import type { TranslationSchema } from '../records/translations/translation-writer.js';
import { VENUE } from '../kinds/kinds.js';
import type { ListVenuesQuery, VenueOrder } from './dto/list-venues.query.js';
import { venueView } from './dto/venue.view.js';
import { applyVenueFields } from './apply-venue-fields.js';
import { Venue, VenueTranslation } from './venue.entity.js';
import { selectVenues } from './venue.select.js';

export const VENUE_TRANSLATIONS: TranslationSchema<VenueTranslation> = {
  kind: VENUE,
  entity: VenueTranslation,
  titleColumn: 'name',
  titleParameter: 'venue',
  defaults: { description: '' },
  derive: ({ name, description }) => ({
    foldedName: nameKey(name),
    folded: fold(`${name}\n${htmlToText(description)}`),
  }),
};

/** Venues as a resource type of the record engine. */
export const VENUES = defineResource({
  kind: VENUE,
  entity: Venue,
  translations: VENUE_TRANSLATIONS,
  alias: 'v',
  select: selectVenues,
  view: venueView,
  applyFields: applyVenueFields,
  orders: ({ language }): SortKeys<VenueOrder> => ({
    date: { expression: sql`coalesce(v.published_at, 'infinity')`, type: 'timestamptz', defaultDirection: 'desc' },
    name: sortByText(VENUE, sql.ref('t.name'), language.requested),
    modified: { expression: sql.ref('v.modified_at'), type: 'timestamptz', defaultDirection: 'desc' },
    id: { expression: sql.ref('v.id'), type: 'bigint' },
  }),
  filters: (context, query: ListVenuesQuery, now) =>
    venueOrOrganizerFilters(context, query, { kind: VENUE, alias: 'v' }, now),
});
