import { Inject, Injectable } from '@nestjs/common';
import { jwtVerify, type JWTPayload } from 'jose';
import { Clock } from '../../kernel/time/clock.js';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import type { KnownUser } from '../known-user.js';
import { roleOf, subjectOf } from './issuer-claims.js';
import { IssuerKeys } from './issuer-keys.js';
import { IssuerUsers } from './issuer-users.js';

/** Signatures by a key that only the issuer has. */
const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];

/** Seconds that the clocks of issuer and service may differ by. */
const TOLERANCE = 5;

/** Header, claims and signature in the compact form of RFC 7515, 7.1. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Knows the users of the issuer that the service is configured for, by the tokens it signs (OpenID Connect, RFC 7519). */
@Injectable()
export class IssuerAuthenticator {
  constructor(
    private readonly keys: IssuerKeys,
    private readonly users: IssuerUsers,
    private readonly clock: Clock,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /** Whether a text is to be judged as a token of the issuer. */
  isInCharge(token: string): boolean {
    return this.configuration.OIDC_ISSUER !== undefined && JWT.test(token);
  }

  /** The user of a token that the issuer has signed for this service, and that is valid at this moment. */
  async userOf(token: string): Promise<KnownUser | undefined> {
    const claims = await this.claimsOf(token);
    const subject = subjectOf(claims ?? {});
    if (!claims || subject === undefined) return undefined;
    const { OIDC_ISSUER: issuer = '', OIDC_ROLE_CLAIM } = this.configuration;
    return this.users.userOf({ issuer, subject }, roleOf(claims, OIDC_ROLE_CLAIM));
  }

  private async claimsOf(token: string): Promise<JWTPayload | undefined> {
    const { OIDC_ISSUER: issuer = '', OIDC_AUDIENCE: audience = '' } = this.configuration;
    const wanted = { issuer, audience, algorithms: ALGORITHMS, requiredClaims: ['exp', 'sub'] };
    const present = { clockTolerance: TOLERANCE, currentDate: new Date(this.clock.now()) };
    try {
      return (await jwtVerify(token, (header) => this.keys.keyOf(header), { ...wanted, ...present })).payload;
    } catch {
      // Whatever is wrong with it, the answer is the same, and a token has no place in a log.
      return undefined;
    }
  }
}
