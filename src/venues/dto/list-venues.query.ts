import type { Direction } from '../../common/pagination/sort-key.js';
import { PublishedQuery } from '../../common/publishing/published.query.js';
import { DirectionField, IdsField, KeywordField } from '../../common/validation/fields.js';

/** By what venues can be ordered. */
export const VENUE_ORDERS = ['date', 'name', 'modified', 'id'] as const;
export type VenueOrder = (typeof VENUE_ORDERS)[number];

/** Parameters of the list of venues. */
export class ListVenuesQuery extends PublishedQuery {
  @IdsField()
  include?: number[];

  @KeywordField({ values: VENUE_ORDERS, default: 'date' })
  orderby!: VenueOrder;

  @DirectionField()
  order?: Direction;
}
