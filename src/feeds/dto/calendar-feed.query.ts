import { ListEventsQuery } from '../../events/dto/list-events.query.js';
import { BooleanField } from '../../kernel/schema/fields.js';
import { OmitFields } from '../../kernel/schema/field.js';

/** Parameters of the calendar file of a list: the filters of the list, without paging and order. */
export class CalendarFeedQuery extends OmitFields(ListEventsQuery, ['page', 'per_page', 'after', 'orderby', 'order']) {
  /** Whether events have their description in HTML too, which Outlook shows. */
  @BooleanField({ default: false })
  styled!: boolean;
}
