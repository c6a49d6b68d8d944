import type { Direction } from "../../common/validation/direction.js";
import { PlacesQuery } from '../../common/places/places.query.js';
import { TakesAdditions } from '../../common/records/addition-points.js';
import { VENUE } from '../../common/records/kinds.js';
import { DirectionField, KeywordField } from '../../common/validation/fields.js';

/** By what venues can be ordered. */
export const VENUE_ORDERS = ['date', 'name', 'modified', 'id'] as const;
export type VenueOrder = (typeof VENUE_ORDERS)[number];

/** Parameters of the list of venues. */
@TakesAdditions(VENUE, 'query')
export class ListVenuesQuery extends PlacesQuery {
  @KeywordField({ values: VENUE_ORDERS, default: 'date' })
  orderby!: VenueOrder;

  @DirectionField({ description: 'places_order' })
  order?: Direction;
}
