import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { errors, type JWSHeaderParameters, type LocalJWKSet } from 'jose';
import { Clock } from '../../kernel/time/clock.js';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { fetchJwks } from './fetch-jwks.js';

/** Longest that the issuer is waited for, in milliseconds. */
const FETCH_TIMEOUT_MS = 3_000;
/** Shortest time between two fetches, whoever asks for keys that are not there. */
const MIN_FETCH_INTERVAL_MS = 5_000;
/** Age at which keys are fetched anew, so that those which the issuer has withdrawn go. */
const MAX_KEY_AGE_MS = 10 * 60_000;

type VerificationKey = Awaited<ReturnType<LocalJWKSet>>;

/**
 * The keys of the issuer: fetched when the first token comes, kept while the issuer is down, and refreshed behind the back of
 * requests. Which key is wanted is all that a token has a say in.
 */
@Injectable()
export class JwksCache implements OnApplicationShutdown {
  private readonly logger = new Logger(JwksCache.name);
  private readonly shutdown = new AbortController();
  private keySet: LocalJWKSet | undefined;
  private fetchedAt = 0;
  private attemptedAt: number | undefined;
  private pendingFetch: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly clock: Clock,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /**
   * The key that a token names in its header.
   * @throws {errors.JOSEError} where the issuer has none such, or cannot be asked
   */
  async getKey(header: JWSHeaderParameters): Promise<VerificationKey> {
    if (this.keySet && Math.abs(this.clock.now() - this.fetchedAt) >= MAX_KEY_AGE_MS) void this.refresh();
    const key = await this.findKey(header);
    if (key) return key;
    await this.refresh();
    return (await this.findKey(header)) ?? Promise.reject(new errors.JWKSNoMatchingKey());
  }

  /** Requests in flight have been answered by now. */
  onApplicationShutdown(): void {
    clearInterval(this.timer);
    this.shutdown.abort();
  }

  private async findKey({ alg, kid }: JWSHeaderParameters): Promise<VerificationKey | undefined> {
    try {
      return await this.keySet?.({ ...(alg && { alg }), ...(kid !== undefined && { kid }) });
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return undefined;
      throw error;
    }
  }

  /** Fetches the keys, for all who wait for them at once, unless that was tried just now. */
  private refresh(): Promise<void> {
    const now = this.clock.now();
    if (this.pendingFetch) return this.pendingFetch;
    if (this.attemptedAt !== undefined && Math.abs(now - this.attemptedAt) < MIN_FETCH_INTERVAL_MS)
      return Promise.resolve();
    this.attemptedAt = now;
    this.pendingFetch = this.fetchKeySet(now).finally(() => (this.pendingFetch = undefined));
    return this.pendingFetch;
  }

  private async fetchKeySet(now: number): Promise<void> {
    const { OIDC_ISSUER: issuer = '', OIDC_JWKS_URI: jwksUri } = this.configuration;
    const signal = AbortSignal.any([this.shutdown.signal, AbortSignal.timeout(FETCH_TIMEOUT_MS)]);
    try {
      this.keySet = await fetchJwks({ issuer, jwksUri }, signal);
      this.fetchedAt = now;
      this.timer ??= setInterval(() => void this.refresh(), MAX_KEY_AGE_MS).unref();
    } catch (error) {
      if (!this.shutdown.signal.aborted)
        this.logger.warn(`Could not fetch the JWKS of ${issuer}: ${describeFetchError(error)}`);
    }
  }
}

/** `fetch` says itself only that it failed. */
function describeFetchError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
