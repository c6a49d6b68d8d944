import { Inject, Injectable } from '@nestjs/common';
import { jwtVerify, type JWTPayload, type RemoteJWKSet } from 'jose';
import { Clock } from '../../kernel/time/clock.js';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import type { AuthenticatedUser } from '../get-account.js';
import { roleInClaims, subjectOf } from './oidc-claims.js';
import { createIssuerKeys } from './issuer-keys.js';
import { ExternalUsers } from '../external-users.js';

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

  constructor(
    private readonly users: ExternalUsers,
    private readonly clock: Clock,
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
  ) {
    const { OIDC_ISSUER: issuer, OIDC_JWKS_URI } = configuration;
    if (issuer !== undefined) this.keys = createIssuerKeys(issuer, OIDC_JWKS_URI);
  }

  canHandle(token: string): boolean {
    return this.keys !== undefined && JWT_PATTERN.test(token);
  }

  async authenticate(token: string): Promise<AuthenticatedUser | undefined> {
    const claims = await this.verify(token);
    const subject = claims && subjectOf(claims);
    if (!subject) return undefined;
    const { OIDC_ISSUER: issuer = '', OIDC_ROLE_CLAIM } = this.configuration;
    return this.users.upsert({ issuer, subject }, roleInClaims(claims, OIDC_ROLE_CLAIM));
  }

  private async verify(token: string): Promise<JWTPayload | undefined> {
    const { OIDC_ISSUER: issuer = '', OIDC_AUDIENCE: audience = '' } = this.configuration;
    const options = { ...JWT_VERIFY_OPTIONS, issuer, audience, currentDate: new Date(this.clock.now()) };
    try {
      return this.keys && (await jwtVerify(token, this.keys, options)).payload;
    } catch {
      return undefined; // Every reason is the same 401.
    }
  }
}
