import { Inject, Injectable } from '@nestjs/common';
import type { JWTPayload, JWTVerifyOptions, RemoteJWKSet } from 'jose';
import { Clock } from '../../kernel/time/clock.js';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import type { AuthenticatedUser } from '../get-account.js';
import { roleInClaims, subjectOf } from './oidc-claims.js';
import { OidcLog } from './oidc-log.js';
import { createIssuerKeys } from './issuer-keys.js';
import { ExternalUsers } from '../external-users.js';
import { verifyWithAnyKey } from './verify-with-any-key.js';

const JWT_VERIFY_OPTIONS = {
  algorithms: ['RS256', 'ES256', 'EdDSA'],
  requiredClaims: ['exp', 'sub'],
  clockTolerance: 5,
};

/** Compact form (RFC 7515, 7.1). */
const JWT_PATTERN = /^[\w-]+\.[\w-]+\.[\w-]*$/;

@Injectable()
export class OidcAuthenticator {
  private readonly keys?: RemoteJWKSet;
  private readonly log: OidcLog;

  constructor(
    private readonly users: ExternalUsers,
    private readonly clock: Clock,
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
  ) {
    const { OIDC_ISSUER: issuer, OIDC_JWKS_URI } = configuration;
    if (issuer !== undefined) this.keys = createIssuerKeys(issuer, OIDC_JWKS_URI);
    this.log = new OidcLog(issuer ?? '');
  }

  canHandle(token: string): boolean {
    return this.keys !== undefined && JWT_PATTERN.test(token);
  }

  async authenticate(token: string): Promise<AuthenticatedUser | undefined> {
    const claims = await this.verify(token);
    if (!claims) return undefined;
    const subject = subjectOf(claims);
    if (!subject) {
      this.log.refused('the claim "sub" is not a text of 1 to 255 valid characters');
      return undefined;
    }
    const { OIDC_ISSUER: issuer = '', OIDC_ROLE_CLAIM } = this.configuration;
    const role = roleInClaims(claims, OIDC_ROLE_CLAIM);
    const user = await this.users.upsert({ issuer, subject }, role ?? 'subscriber');
    if (!role) this.log.withoutRole(user.username, OIDC_ROLE_CLAIM);
    return user;
  }

  /** Every refused token gets the same 401. The log has the reason. */
  private async verify(token: string): Promise<JWTPayload | undefined> {
    const { OIDC_ISSUER: issuer = '', OIDC_AUDIENCE: audience = '' } = this.configuration;
    const currentDate = new Date(this.clock.now());
    const options: JWTVerifyOptions = { ...JWT_VERIFY_OPTIONS, issuer, audience, currentDate };
    try {
      return this.keys && (await verifyWithAnyKey(token, this.keys, options));
    } catch (error) {
      this.log.refused(error, { iss: issuer, aud: audience, exp: currentDate, nbf: currentDate });
      return undefined;
    }
  }
}
