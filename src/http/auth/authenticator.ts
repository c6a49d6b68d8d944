import type { Principal } from '../../kernel/context/principal.js';

/** Tells whose a token is. */
export abstract class Authenticator {
  /**
   * The principal of a token, `undefined` where it is unknown, expired or revoked.
   * @param username where given (Basic), the token must be this user's.
   */
  abstract authenticate(token: string, username?: string): Promise<Principal | undefined>;
}
