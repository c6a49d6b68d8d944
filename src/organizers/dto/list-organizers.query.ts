import type { Direction } from '../../kernel/schema/direction.js';
import { PlacesQuery } from '../../kinds/places.query.js';
import { TakesAdditions } from '../../kernel/schema/addition-points.js';
import { ORGANIZER } from '../../kinds/kinds.js';
import { DirectionField, KeywordField } from '../../kernel/schema/fields.js';

/** By what organizers can be ordered. */
export const ORGANIZER_ORDERS = ['date', 'name', 'modified', 'id'] as const;
export type OrganizerOrder = (typeof ORGANIZER_ORDERS)[number];

/** Parameters of the list of organizers. */
@TakesAdditions(ORGANIZER, 'query')
export class ListOrganizersQuery extends PlacesQuery {
  @KeywordField({ values: ORGANIZER_ORDERS, default: 'date' })
  orderby!: OrganizerOrder;

  @DirectionField({ description: 'places_order' })
  order?: Direction;
}
