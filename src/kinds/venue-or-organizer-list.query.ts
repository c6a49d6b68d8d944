import { PublishedListQuery } from '../records/publishing/published-list.query.js';
import { EVENT } from './calendar-kinds.js';
import { BooleanField, IdField, IdsField } from '../kernel/schema/fields.js';

/** What the lists of venues and organizers have in common. */
export class VenueOrOrganizerListQuery extends PublishedListQuery {
  @IdsField()
  include?: number[];

  @IdField({ references: EVENT, min: 1, description: 'event_filter' })
  event?: number;

  @BooleanField()
  has_events?: boolean;

  @BooleanField({ default: false })
  only_with_upcoming!: boolean;
}
