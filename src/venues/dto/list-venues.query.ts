import { PageQuery } from '../../common/pagination/page.query.js';
import type { Direction } from '../../common/pagination/sort-key.js';
import { DirectionField, IdsField, KeywordField } from '../../common/validation/fields.js';

/** By what venues can be ordered. */
export const VENUE_ORDERS = ['date', 'name', 'modified', 'id'] as const;
export type VenueOrder = (typeof VENUE_ORDERS)[number];

/** Parameters of the list of venues. */
export class ListVenuesQuery extends PageQuery {
  @IdsField()
  include?: number[];

  @KeywordField({ values: VENUE_ORDERS, default: 'date' })
  orderby!: VenueOrder;

  @DirectionField()
  order?: Direction;
}
