import { PageQuery } from '../../common/pagination/page.query.js';
import { BooleanOrField, IdsField } from '../../common/validation/fields.js';

/** Parameters of the list of events. */
export class ListEventsQuery extends PageQuery {
  @IdsField()
  include?: number[];

  @BooleanOrField({ word: 'any', description: 'hide_from_listings_filter', reserved: (value) => value !== 'false' })
  hide_from_listings?: 'true' | 'false' | 'any';
}
