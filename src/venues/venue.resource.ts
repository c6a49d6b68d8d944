import { fold, foldedNameKey } from '../kernel/text/fold.js';
import { htmlToText } from '../kernel/text/rich-text.js';
import { defineResource } from '../records/crud/resource-type.js';
import { publishableSortKeys } from '../records/publishing/publishable-lists.js';
import { venueOrOrganizerExpiryTriggers, venueOrOrganizerFilters } from '../kinds/venue-or-organizer-filters.js';
import { VENUE } from '../kinds/calendar-kinds.js';
import type { ListVenuesQuery } from './dto/list-venues.query.js';
import { venueView } from './dto/venue.view.js';
import { applyVenueFields } from './apply-venue-fields.js';
import { VENUE_NAMESAKES } from './venue-namesakes.js';
import { Venue, VenueTranslation } from './venue.entity.js';
import { selectVenues } from './venue.select.js';

export const VENUES = defineResource({
  kind: VENUE,
  entity: Venue,
  translations: {
    kind: VENUE,
    entity: VenueTranslation,
    titleColumn: 'name',
    titleParameter: 'venue',
    defaults: { description: '' },
    derive: ({ name, description }) => ({
      nameKey: foldedNameKey(name),
      searchText: fold(`${name}\n${htmlToText(description)}`),
    }),
  },
  alias: 'v',
  select: selectVenues,
  view: venueView,
  applyFields: applyVenueFields,
  namesakes: VENUE_NAMESAKES,
  orders: (context) => publishableSortKeys(VENUE, 'v', context),
  filters: (context, query: ListVenuesQuery, now) =>
    venueOrOrganizerFilters(context, query, { kind: VENUE, alias: 'v' }, now),
  expires: venueOrOrganizerExpiryTriggers,
});
