import { sql } from 'kysely';
import { fold, nameKey } from '../kernel/text/fold.js';
import { textOfHtml } from '../kernel/text/rich-text.js';
import { defineResource } from '../records/crud/resource-type.js';
import type { SortKeys } from '../records/lists/sort-key.js';
import { placeFilters } from '../kinds/place-filters.js';
import { byText } from '../records/translations/served-text.js';
import type { TextKind } from '../records/translations/text-writer.js';
import { VENUE } from '../kinds/kinds.js';
import type { ListVenuesQuery, VenueOrder } from './dto/list-venues.query.js';
import { venueView } from './dto/venue.view.js';
import { applyVenueFields } from './venue-facts.js';
import { Venue, VenueText } from './venue.entity.js';
import { selectVenues } from './venue.select.js';

export const VENUE_TEXTS: TextKind<VenueText> = {
  kind: VENUE,
  entity: VenueText,
  heading: 'name',
  parameter: 'venue',
  empty: { description: '' },
  derive: ({ name, description }) => ({
    foldedName: nameKey(name),
    folded: fold(`${name}\n${textOfHtml(description)}`),
  }),
};

/** Venues as a resource type of the record engine. */
export const VENUES = defineResource({
  kind: VENUE,
  entity: Venue,
  translations: VENUE_TEXTS,
  alias: 'v',
  select: selectVenues,
  view: venueView,
  applyFields: applyVenueFields,
  orders: ({ language }): SortKeys<VenueOrder> => ({
    date: { expression: sql`coalesce(v.published_at, 'infinity')`, type: 'timestamptz', usually: 'desc' },
    name: byText(VENUE, sql.ref('t.name'), language.asked),
    modified: { expression: sql.ref('v.modified_at'), type: 'timestamptz', usually: 'desc' },
    id: { expression: sql.ref('v.id'), type: 'bigint' },
  }),
  filters: (context, query: ListVenuesQuery, now) => placeFilters(context, query, { kind: VENUE, alias: 'v' }, now),
});
