import { PasswordField } from '../password.field.js';
import { EventFields } from './event-fields.dto.js';

/** An event to be created. */
export class CreateEventDto extends EventFields {
  @PasswordField()
  password?: string | null;
}
