import type { Message } from '../kernel/language/message.js';
import { OperatorError } from '../kernel/errors/operator-error.js';

/** Why something about accounts cannot be done. */
export type AccountFault =
  | 'username_taken'
  | 'username_length'
  | 'username_characters'
  | 'last_administrator'
  | 'unknown_user'
  | 'unknown_token'
  | 'user_of_issuer';

/** A request about accounts that cannot be carried out; to a terminal it names users as who made it typed them. */
export class AccountError extends OperatorError {
  override readonly name = 'AccountError';

  constructor(
    readonly fault: AccountFault,
    text: Message,
  ) {
    super(text);
  }
}
