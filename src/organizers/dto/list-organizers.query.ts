import type { SortDirection } from '../../kernel/schema/sort-direction.js';
import { VenueOrOrganizerListQuery } from '../../kinds/venue-or-organizer-list.query.js';
import { Extensible } from '../../kernel/schema/extensible.decorator.js';
import { ORGANIZER } from '../../kinds/calendar-kinds.js';
import { DirectionField, KeywordField } from '../../kernel/schema/fields.js';

/** By what organizers can be ordered. */
export const ORGANIZER_SORT_NAMES = ['date', 'name', 'modified', 'id'] as const;
export type OrganizerSortName = (typeof ORGANIZER_SORT_NAMES)[number];

/** Parameters of the list of organizers. */
@Extensible(ORGANIZER, 'query')
export class ListOrganizersQuery extends VenueOrOrganizerListQuery {
  @KeywordField({ values: ORGANIZER_SORT_NAMES, default: 'date' })
  orderby!: OrganizerSortName;

  @DirectionField({ description: 'order_publishable' })
  order?: SortDirection;
}
