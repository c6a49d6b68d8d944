import { PasswordField } from '../events/password.field.js';

/** The form for the password of an event. */
export class EventPasswordDto {
  @PasswordField()
  password?: string;
}
