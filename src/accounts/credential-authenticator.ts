import { Injectable } from '@nestjs/common';
import { Authenticator } from '../http/auth/authenticator.js';
import type { Principal } from '../kernel/context/principal.js';
import { StrategyRegistry } from '../records/extension-points/strategy-registry.js';
import { OidcAuthenticator } from './oidc/oidc-authenticator.js';
import { ExternalUsers } from './external-users.js';
import type { AuthenticatedUser } from './get-account.js';
import { TokenAuthenticator } from './token-authenticator.js';

/** Authenticates by `ADMIN_TOKEN`, a token of the service, an OIDC access token, or the strategy of an extension. */
@Injectable()
export class CredentialAuthenticator extends Authenticator {
  constructor(
    private readonly tokens: TokenAuthenticator,
    private readonly oidc: OidcAuthenticator,
    private readonly externalUsers: ExternalUsers,
    private readonly strategies: StrategyRegistry,
  ) {
    super();
  }

  override async authenticate(token: string, username?: string): Promise<Principal | undefined> {
    const user = await this.findOrCreateUser(token);
    if (!user || (username !== undefined && username.toLowerCase() !== user.username.toLowerCase())) return undefined;
    return user;
  }

  private async findOrCreateUser(token: string): Promise<AuthenticatedUser | undefined> {
    if (this.tokens.isAdminToken(token)) return this.tokens.firstLocalAdministrator();
    const user = await (this.oidc.canHandle(token) ? this.oidc.authenticate(token) : this.tokens.authenticate(token));
    if (user) return user;
    const identity = await this.strategies.get('authentication')?.authenticate(token);
    return identity && this.externalUsers.upsert(identity, identity.role);
  }
}
