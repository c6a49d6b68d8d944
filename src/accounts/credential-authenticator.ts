import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Authenticator } from '../common/auth/authenticator.js';
import type { Principal } from '../common/auth/principal.js';
import { CONFIGURATION, type Configuration } from '../config/configuration.js';
import { IssuerAuthenticator } from './oidc/issuer-authenticator.js';
import type { KnownUser } from './known-user.js';
import { TokenAuthenticator } from './token-authenticator.js';
import { hashToken } from './tokens.js';

/** Knows every kind of credential: `ADMIN_TOKEN`, what an issuer has signed, and the tokens of the service's own users. */
@Injectable()
export class CredentialAuthenticator extends Authenticator {
  constructor(
    private readonly tokens: TokenAuthenticator,
    private readonly issuer: IssuerAuthenticator,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {
    super();
  }

  override async authenticate(token: string, username?: string): Promise<Principal | undefined> {
    const user = await this.userOf(token);
    if (!user || (username !== undefined && username.toLowerCase() !== user.username.toLowerCase())) return undefined;
    return user;
  }

  private userOf(token: string): Promise<KnownUser | undefined> {
    if (this.isAdminToken(token)) return this.tokens.firstAdministrator();
    return this.issuer.isInCharge(token) ? this.issuer.userOf(token) : this.tokens.userOf(token);
  }

  private isAdminToken(token: string): boolean {
    const { ADMIN_TOKEN } = this.configuration;
    return ADMIN_TOKEN !== undefined && timingSafeEqual(hashToken(ADMIN_TOKEN), hashToken(token));
  }
}
