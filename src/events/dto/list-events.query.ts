import { PageQuery } from '../../common/pagination/page.query.js';
import type { Direction } from '../../common/pagination/sort-key.js';
import { BooleanOrField, DirectionField, IdsField, KeywordField } from '../../common/validation/fields.js';

/** By what events can be ordered. */
export const EVENT_ORDERS = ['start_date', 'end_date', 'title', 'date', 'modified', 'id'] as const;
export type EventOrder = (typeof EVENT_ORDERS)[number];

/** Parameters of the list of events. */
export class ListEventsQuery extends PageQuery {
  @IdsField()
  include?: number[];

  @KeywordField({ values: EVENT_ORDERS, default: 'start_date' })
  orderby!: EventOrder;

  @DirectionField({ default: 'asc' })
  order!: Direction;

  @BooleanOrField({
    word: 'any',
    description: 'hide_from_listings_filter',
    reserved: (value) => value === 'true' || value === 'any',
  })
  hide_from_listings?: 'true' | 'false' | 'any';
}
