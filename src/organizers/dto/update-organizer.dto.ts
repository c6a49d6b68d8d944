import { PartialFields } from '../../common/validation/field.js';
import { CreateOrganizerDto } from './create-organizer.dto.js';

/** What is to change of an organizer; the rest stays as it is. */
export class UpdateOrganizerDto extends PartialFields(CreateOrganizerDto) {}
