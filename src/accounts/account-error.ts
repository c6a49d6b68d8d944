import { SetupError } from '../kernel/errors/setup-error.js';

/** Why something about accounts cannot be done. */
export type AccountErrorCode =
  | 'username_taken'
  | 'username_length'
  | 'username_characters'
  | 'last_administrator'
  | 'unknown_user'
  | 'unknown_token'
  | 'external_user';

/** A request about accounts that cannot be carried out; to a terminal it names users as who made it typed them. */
export class AccountError extends SetupError {
  override readonly name = 'AccountError';

  constructor(
    readonly code: AccountErrorCode,
    message: string,
  ) {
    super(message);
  }
}
