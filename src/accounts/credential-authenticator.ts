import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Authenticator } from '../http/auth/authenticator.js';
import type { Principal } from '../kernel/context/principal.js';
import { Strategies } from '../records/extension-points/strategies.js';
import { CONFIGURATION, type Configuration } from '../kernel/config/configuration.js';
import { IssuerAuthenticator } from './oidc/issuer-authenticator.js';
import { IssuerUsers } from './oidc/issuer-users.js';
import type { KnownUser } from './known-user.js';
import { TokenAuthenticator } from './token-authenticator.js';
import { hashToken } from './tokens.js';

/** Knows every kind of credential: `ADMIN_TOKEN`, what an issuer has signed, and the tokens of the service's own users. */
@Injectable()
export class CredentialAuthenticator extends Authenticator {
  constructor(
    private readonly tokens: TokenAuthenticator,
    private readonly issuer: IssuerAuthenticator,
    private readonly users: IssuerUsers,
    private readonly strategies: Strategies,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {
    super();
  }

  override async authenticate(token: string, username?: string): Promise<Principal | undefined> {
    const user = await this.userOf(token);
    if (!user || (username !== undefined && username.toLowerCase() !== user.username.toLowerCase())) return undefined;
    return user;
  }

  private async userOf(token: string): Promise<KnownUser | undefined> {
    if (this.isAdminToken(token)) return this.tokens.firstAdministrator();
    const user = await (this.issuer.isInCharge(token) ? this.issuer.userOf(token) : this.tokens.userOf(token));
    return user ?? this.vouchedUser(token);
  }

  /** Whom an extension vouches for, where nobody of ours knows the token. */
  private async vouchedUser(token: string): Promise<KnownUser | undefined> {
    const identity = await this.strategies.use('authentication')?.identityOf(token);
    return identity && this.users.userOf(identity, identity.role);
  }

  private isAdminToken(token: string): boolean {
    const { ADMIN_TOKEN } = this.configuration;
    return ADMIN_TOKEN !== undefined && timingSafeEqual(hashToken(ADMIN_TOKEN), hashToken(token));
  }
}
