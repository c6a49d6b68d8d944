import { PageQuery } from '../pagination/page.query.js';
import type { Direction } from '../pagination/sort-key.js';
import { BooleanField, DirectionField, IdsField, KeywordField } from '../validation/fields.js';

/** By what categories and tags can be ordered. */
export const TERM_ORDERS = ['name', 'id', 'slug', 'description', 'include'] as const;
export type TermOrder = (typeof TERM_ORDERS)[number];

/** What the lists of categories and tags have in common. */
export class TermsQuery extends PageQuery {
  @IdsField()
  include?: number[];

  @BooleanField({ default: true })
  hide_empty!: boolean;

  @KeywordField({ values: TERM_ORDERS, default: 'name' })
  orderby!: TermOrder;

  @DirectionField({ default: 'asc' })
  order!: Direction;
}
