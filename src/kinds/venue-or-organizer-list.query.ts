import { PublishableListQuery } from '../records/publishing/publishable-list.query.js';
import { USER_REFERENCE_TARGET } from '../records/types/record-kinds.js';
import { EVENT } from './calendar-kinds.js';
import {
  BooleanField,
  DirectionField,
  IdField,
  IdsField,
  KeywordField,
  type SortDirection,
} from '../kernel/schema/fields.js';

/** Sort orders of venues and organizers. */
const SORT_NAMES = ['date', 'name', 'modified', 'id'] as const;

/** Parameters that the lists of venues and organizers share. */
export class VenueOrOrganizerListQuery extends PublishableListQuery {
  @IdsField()
  include?: number[];

  @IdsField({ description: 'author_filter', references: USER_REFERENCE_TARGET })
  author?: number[];

  @IdField({ references: EVENT, min: 1, description: 'event_filter' })
  event?: number;

  @BooleanField()
  has_events?: boolean;

  @BooleanField({ default: false })
  only_with_upcoming!: boolean;

  @KeywordField({ values: SORT_NAMES, default: 'date' })
  orderby!: (typeof SORT_NAMES)[number];

  @DirectionField({ description: 'order_publishable' })
  order?: SortDirection;
}
