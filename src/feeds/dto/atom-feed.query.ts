import { ListEventsQuery } from '../../events/dto/list-events.query.js';
import { IntegerField } from '../../kernel/schema/fields.js';
import { OmitFields } from '../../kernel/schema/field.js';

/** Parameters of the Atom feed: filters of the list of events. The most recently published events come first. */
export class AtomFeedQuery extends OmitFields(ListEventsQuery, ['page', 'orderby', 'order']) {
  @IntegerField({ min: 1, default: 50 })
  override per_page!: number;
}
