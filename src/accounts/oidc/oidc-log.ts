import { Logger } from '@nestjs/common';
import { errors } from 'jose';

/** Limits the log, because any client can cause refusals. */
const MAX_REFUSALS_PER_MINUTE = 10;
const MINUTE_MS = 60_000;

/** Each user without a role is remembered, so that they are logged once. At this number, all are forgotten. */
const MAX_REMEMBERED_USERS = 10_000;

/** Logs why tokens of an issuer are refused, and which users have no role. Never logs a token. */
export class OidcLog {
  private readonly logger = new Logger('OidcIssuer');
  private readonly usersWithoutRole = new Set<string>();
  private minuteStartMs = 0;
  private refusals = 0;

  constructor(private readonly issuer: string) {}

  /** @param expected the values that claims are compared with, by claim. For `exp` and `nbf` it is the current time. */
  refused(error: unknown, expected: Readonly<Record<string, unknown>> = {}): void {
    const nowMs = performance.now();
    if (this.refusals === 0 || nowMs - this.minuteStartMs >= MINUTE_MS) {
      this.minuteStartMs = nowMs;
      this.refusals = 0;
    }
    this.refusals += 1;
    if (this.refusals > MAX_REFUSALS_PER_MINUTE) return;
    const isLast = this.refusals === MAX_REFUSALS_PER_MINUTE;
    const notice = isLast ? ' Further refusals within this minute are not logged.' : '';
    this.logger.warn(`Refused a token for the issuer ${this.issuer}: ${reasonOf(error, expected)}.${notice}`);
  }

  withoutRole(username: string, claim: string): void {
    if (this.usersWithoutRole.has(username)) return;
    if (this.usersWithoutRole.size === MAX_REMEMBERED_USERS) this.usersWithoutRole.clear();
    this.usersWithoutRole.add(username);
    this.logger.warn(`The user ${username} of ${this.issuer} has no known role in the claim ${claim}: subscriber`);
  }
}

/**
 * The reason for a refusal. A wrong claim is logged with its value: claims are checked after the signature, so the value
 * comes from the issuer.
 */
function reasonOf(error: unknown, expected: Readonly<Record<string, unknown>>): string {
  if (!(error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired))
    return error instanceof Error ? error.message : String(error);
  const { claim, payload, message } = error;
  const value = payload[claim];
  if (value === undefined || !(claim in expected)) return message;
  const label = TIME_CLAIMS.has(claim) ? 'now' : 'expected';
  return `the claim ${claim} is ${describe(value)}, ${label}: ${describe(expected[claim])}`;
}

const TIME_CLAIMS: ReadonlySet<string> = new Set(['exp', 'nbf']);

/** A value as JSON, at most 200 characters. Seconds since 1970 are written as a date. */
function describe(value: unknown): string {
  const isTime = typeof value === 'number' && Math.abs(value) < 1e11;
  return JSON.stringify(isTime ? new Date(value * 1000) : value).slice(0, 200);
}
