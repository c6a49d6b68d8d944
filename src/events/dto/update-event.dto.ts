import { PartialFields } from '../../common/validation/field.js';
import { CreateEventDto } from './create-event.dto.js';

/** What is to change of an event; the rest stays as it is. */
export class UpdateEventDto extends PartialFields(CreateEventDto) {}
