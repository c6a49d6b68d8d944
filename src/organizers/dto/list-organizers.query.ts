import { VenueOrOrganizerListQuery } from '../../kinds/venue-or-organizer-list.query.js';
import { Extensible } from '../../kernel/schema/extensible.decorator.js';
import { ORGANIZER } from '../../kinds/calendar-kinds.js';

/** Parameters of the list of organizers. */
@Extensible(ORGANIZER, 'query')
export class ListOrganizersQuery extends VenueOrOrganizerListQuery {}
