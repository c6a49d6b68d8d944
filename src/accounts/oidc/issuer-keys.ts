import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { errors, type JWSHeaderParameters, type LocalJWKSet } from 'jose';
import { Clock } from '../../kernel/time/clock.js';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import { fetchKeys } from './fetch-keys.js';

/** Longest that the issuer is waited for, in milliseconds. */
const TIMEOUT = 3_000;
/** Shortest time between two fetches, whoever asks for keys that are not there. */
const PAUSE = 5_000;
/** Age at which keys are fetched anew, so that those which the issuer has withdrawn go. */
const OLD = 10 * 60_000;

type Key = Awaited<ReturnType<LocalJWKSet>>;

/**
 * The keys of the issuer: fetched when the first token comes, kept while the issuer is down, and refreshed behind the back of
 * requests. Which key is wanted is all that a token has a say in.
 */
@Injectable()
export class IssuerKeys implements OnApplicationShutdown {
  private readonly logger = new Logger(IssuerKeys.name);
  private readonly stopping = new AbortController();
  private known: LocalJWKSet | undefined;
  private fetchedAt = 0;
  private triedAt: number | undefined;
  private running: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly clock: Clock,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /**
   * The key that a token names in its header.
   * @throws {errors.JOSEError} where the issuer has none such, or cannot be asked
   */
  async keyOf(header: JWSHeaderParameters): Promise<Key> {
    if (this.known && Math.abs(this.clock.now() - this.fetchedAt) >= OLD) void this.refresh();
    const key = await this.find(header);
    if (key) return key;
    await this.refresh();
    return (await this.find(header)) ?? Promise.reject(new errors.JWKSNoMatchingKey());
  }

  /** Requests in flight have been answered by now. */
  onApplicationShutdown(): void {
    clearInterval(this.timer);
    this.stopping.abort();
  }

  private async find({ alg, kid }: JWSHeaderParameters): Promise<Key | undefined> {
    try {
      return await this.known?.({ ...(alg && { alg }), ...(kid !== undefined && { kid }) });
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return undefined;
      throw error;
    }
  }

  /** Fetches the keys, for all who wait for them at once, unless that was tried just now. */
  private refresh(): Promise<void> {
    const now = this.clock.now();
    if (this.running) return this.running;
    if (this.triedAt !== undefined && Math.abs(now - this.triedAt) < PAUSE) return Promise.resolve();
    this.triedAt = now;
    this.running = this.fetch(now).finally(() => (this.running = undefined));
    return this.running;
  }

  private async fetch(now: number): Promise<void> {
    const { OIDC_ISSUER: issuer = '', OIDC_JWKS_URI: jwksUri } = this.configuration;
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(TIMEOUT)]);
    try {
      this.known = await fetchKeys({ issuer, jwksUri }, signal);
      this.fetchedAt = now;
      this.timer ??= setInterval(() => void this.refresh(), OLD).unref();
    } catch (error) {
      if (!this.stopping.signal.aborted) this.logger.warn(`The keys of ${issuer} were not fetched: ${reasonOf(error)}`);
    }
  }
}

/** `fetch` says itself only that it failed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
