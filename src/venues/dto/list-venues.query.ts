import type { SortDirection } from '../../kernel/schema/sort-direction.js';
import { VenueOrOrganizerListQuery } from '../../kinds/venue-or-organizer-list.query.js';
import { Extensible } from '../../kernel/schema/extensible.decorator.js';
import { VENUE } from '../../kinds/calendar-kinds.js';
import { DirectionField, KeywordField } from '../../kernel/schema/fields.js';

/** By what venues can be ordered. */
export const VENUE_SORT_NAMES = ['date', 'name', 'modified', 'id'] as const;
export type VenueSortName = (typeof VENUE_SORT_NAMES)[number];

/** Parameters of the list of venues. */
@Extensible(VENUE, 'query')
export class ListVenuesQuery extends VenueOrOrganizerListQuery {
  @KeywordField({ values: VENUE_SORT_NAMES, default: 'date' })
  orderby!: VenueSortName;

  @DirectionField({ description: 'order_publishable' })
  order?: SortDirection;
}
