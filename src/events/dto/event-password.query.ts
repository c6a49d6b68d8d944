import { ReadQuery } from '../../records/lists/page.query.js';
import { RemoveRecordQuery } from '../../records/publishing/remove-record.query.js';
import { PASSWORD_HEADER } from '../../kinds/secret-inputs.js';
import { PasswordField, PasswordHeaderField } from '../password.field.js';

/** What opens an event that has a password: the parameter, else the header. */
export interface PasswordInput {
  readonly password?: string;
  readonly [PASSWORD_HEADER]?: string;
}

/** The password that was sent; undefined where none was. */
export const passwordOf = (input: PasswordInput): string | undefined => input.password ?? input[PASSWORD_HEADER];

/** Parameters of reading an event by its slug, where addresses have no password. */
export class ReadEventBySlugQuery extends ReadQuery {
  @PasswordHeaderField({ description: 'password_header' })
  [PASSWORD_HEADER]?: string;
}

/** Parameters of reading an event by its id. */
export class ReadEventQuery extends ReadEventBySlugQuery {
  @PasswordField({ description: 'password_to_read' })
  password?: string;
}

/** Parameters of deleting an event by its slug. */
export class RemoveEventBySlugQuery extends RemoveRecordQuery {
  @PasswordHeaderField({ description: 'password_header' })
  [PASSWORD_HEADER]?: string;
}

/** Parameters of deleting an event by its id. */
export class RemoveEventQuery extends RemoveEventBySlugQuery {
  @PasswordField({ description: 'password_to_delete' })
  password?: string;
}
