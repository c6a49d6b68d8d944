import type { Principal } from '../../kernel/context/principal.js';

/** Finds the principal of a token. `accounts` provides the implementation. */
export abstract class Authenticator {
  /**
   * @param username of Basic credentials: the token must belong to this user
   * @returns `undefined` if the token is unknown, expired or revoked
   */
  abstract authenticate(token: string, username?: string): Promise<Principal | undefined>;
}
