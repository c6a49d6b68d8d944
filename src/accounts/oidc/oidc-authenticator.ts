import { Inject, Injectable } from '@nestjs/common';
import { jwtVerify, type JWTPayload } from 'jose';
import { Clock } from '../../kernel/time/clock.js';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import type { AuthenticatedUser } from '../authenticated-user.js';
import { roleInClaims, subjectOf } from './oidc-claims.js';
import { JwksCache } from './jwks-cache.js';
import { ExternalUsers } from './external-users.js';

/** Signatures by a key that only the issuer has. */
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];

/** Seconds that the clocks of issuer and service may differ by. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** Header, claims and signature in the compact form of RFC 7515, 7.1. */
const JWT_PATTERN = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Knows the users of the issuer that the service is configured for, by the tokens it signs (OpenID Connect, RFC 7519). */
@Injectable()
export class OidcAuthenticator {
  constructor(
    private readonly keys: JwksCache,
    private readonly users: ExternalUsers,
    private readonly clock: Clock,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /** Whether a text is to be judged as a token of the issuer. */
  canHandle(token: string): boolean {
    return this.configuration.OIDC_ISSUER !== undefined && JWT_PATTERN.test(token);
  }

  /** The user of a token that the issuer has signed for this service, and that is valid at this moment. */
  async authenticate(token: string): Promise<AuthenticatedUser | undefined> {
    const claims = await this.verifyClaims(token);
    const subject = subjectOf(claims ?? {});
    if (!claims || subject === undefined) return undefined;
    const { OIDC_ISSUER: issuer = '', OIDC_ROLE_CLAIM } = this.configuration;
    return this.users.findOrCreate({ issuer, subject }, roleInClaims(claims, OIDC_ROLE_CLAIM));
  }

  private async verifyClaims(token: string): Promise<JWTPayload | undefined> {
    const { OIDC_ISSUER: issuer = '', OIDC_AUDIENCE: audience = '' } = this.configuration;
    const expectedClaims = { issuer, audience, algorithms: ALGORITHMS, requiredClaims: ['exp', 'sub'] };
    const clockOptions = { clockTolerance: CLOCK_TOLERANCE_SECONDS, currentDate: new Date(this.clock.now()) };
    try {
      return (await jwtVerify(token, (header) => this.keys.getKey(header), { ...expectedClaims, ...clockOptions }))
        .payload;
    } catch {
      // Whatever is wrong with it, the answer is the same, and a token has no place in a log.
      return undefined;
    }
  }
}
