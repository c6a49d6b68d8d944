import { VenueOrOrganizerListQuery } from '../../kinds/venue-or-organizer-list.query.js';
import { Extensible } from '../../kernel/schema/extensible.decorator.js';
import { VENUE } from '../../kinds/calendar-kinds.js';

/** Parameters of the list of venues. */
@Extensible(VENUE, 'query')
export class ListVenuesQuery extends VenueOrOrganizerListQuery {}
