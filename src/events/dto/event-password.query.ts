import { ReadQuery } from '../../records/lists/base.query.js';
import { RemoveRecordQuery } from '../../records/publishing/remove-record.query.js';
import { PASSWORD_HEADER } from '../../kinds/event-secret-inputs.js';
import { PasswordField, PasswordHeaderField } from '../password.field.js';

/** Parameters of a read by slug, which accepts the password in the header only. */
export class ReadEventBySlugQuery extends ReadQuery {
  @PasswordHeaderField({ description: 'password_header' })
  [PASSWORD_HEADER]?: string;
}

export class ReadEventQuery extends ReadEventBySlugQuery {
  @PasswordField({ description: 'password_to_read' })
  password?: string;
}

/** Parameters of a deletion by slug, which accepts the password in the header only. */
export class RemoveEventBySlugQuery extends RemoveRecordQuery {
  @PasswordHeaderField({ description: 'password_header' })
  [PASSWORD_HEADER]?: string;
}

export class RemoveEventQuery extends RemoveEventBySlugQuery {
  @PasswordField({ description: 'password_to_delete' })
  password?: string;
}

/** The password of a request: the parameter, else the header. */
export const passwordOf = (query: Partial<ReadEventQuery>): string | undefined =>
  query.password ?? query[PASSWORD_HEADER];
