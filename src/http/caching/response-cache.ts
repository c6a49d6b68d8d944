import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import type { Expiry } from '../../kernel/context/expiry.js';
import { Clock } from '../../kernel/time/clock.js';
import { isDatabaseUnavailable } from '../../persistence/client/database-errors.js';
import { ChangeCounter } from '../../persistence/transactions/change-counter.js';
import type { BufferedResponse } from '../request/response-exception.js';
import { ChangeListener } from './change-listener.js';
import { NextMoments } from './next-moments.js';

/** What an entry takes beside its texts, in bytes: generously. */
const OVERHEAD = 1024;

/** Which part of all room one answer may take. */
const LARGEST_PART = 8;

/** A response, and when it becomes stale although nothing is written. */
interface ProducedResponse {
  readonly response: BufferedResponse;
  readonly expires: readonly Expiry[];
}

interface CacheEntry {
  readonly response: BufferedResponse;
  /** Valid from and until, in milliseconds since 1970. An entry is invalid before `since` too, in case the clock is set back. */
  readonly since: number;
  readonly until: number;
}

type Produce = () => Promise<ProducedResponse>;

/**
 * Answers that several requests may share: those that were kept, and those that are being made. Which were made before
 * something changed, or broke, are shared with nobody who asks afterwards.
 */
@Injectable()
export class ResponseCache {
  readonly #kept: LRUCache<string, CacheEntry>;
  readonly #making = new Map<string, Promise<BufferedResponse | undefined>>();
  #generation = 0;

  /** Whether there is room for any. */
  readonly isEnabled: boolean;

  /** How often an answer was kept already, was being made for another, or had to be made. */
  readonly lookups = { hit: 0, coalesced: 0, miss: 0 };

  constructor(
    private readonly changes: ChangeCounter,
    private readonly listener: ChangeListener,
    private readonly moments: NextMoments,
    private readonly clock: Clock,
    @Inject(CONFIGURATION) { CACHE_BYTES }: Configuration,
  ) {
    this.isEnabled = CACHE_BYTES > 0;
    this.#kept = new LRUCache({
      // No room at all is none that the cache would know as a limit; nothing fits into one byte.
      maxSize: Math.max(CACHE_BYTES, 1),
      maxEntrySize: Math.ceil(Math.max(CACHE_BYTES, 1) / LARGEST_PART),
      sizeCalculation: ({ response: answer }, key) => OVERHEAD + bytesOf(key) + bytesOfAnswer(answer),
    });
  }

  /** How many bytes the answers that are kept take. */
  get bytes(): number {
    return this.#kept.calculatedSize;
  }

  /** How many are kept. */
  get entries(): number {
    return this.#kept.size;
  }

  /**
   * The answer to a request.
   * @param key everything that shapes it
   * @param produce makes it anew
   */
  async get(key: string, produce: Produce): Promise<BufferedResponse> {
    if (!this.listener.areHeard) return (await this.miss(produce)).response;
    this.forgetOutdated();
    const cached = this.#kept.get(key);
    if (cached && this.isRight(cached)) return this.countLookup('hit', cached.response);
    const inFlight = this.#making.get(key);
    if (!inFlight) return this.produceForAll(key, produce);
    const response = await inFlight;
    return response ? this.countLookup('coalesced', response) : (await this.miss(produce)).response;
  }

  private miss(produce: Produce): Promise<ProducedResponse> {
    this.lookups.miss += 1;
    return produce();
  }

  private countLookup(result: 'hit' | 'coalesced', response: BufferedResponse): BufferedResponse {
    this.lookups[result] += 1;
    return response;
  }

  private isRight({ since, until }: CacheEntry): boolean {
    const now = this.clock.now();
    return now >= since && now < until;
  }

  /** Whatever was changed, all that was made before may be wrong. */
  private forgetOutdated(): void {
    if (this.#generation === this.changes.generation) return;
    this.#generation = this.changes.generation;
    this.#kept.clear();
    this.#making.clear();
  }

  /**
   * Produces a response that identical requests wait for meanwhile. If it may not be shared, each of them produces its own. If the
   * database did not respond, all of them fail, so that none waits a second time.
   */
  private async produceForAll(key: string, produce: Produce): Promise<BufferedResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<BufferedResponse | undefined>();
    // Without waiting requests nobody handles the rejection.
    promise.catch(() => undefined);
    this.#making.set(key, promise);
    try {
      const { response, isCached } = await this.produceAndStore(key, produce);
      resolve(isCached ? response : undefined);
      return response;
    } catch (error) {
      if (isDatabaseUnavailable(error)) reject(error);
      resolve(undefined);
      throw error;
    } finally {
      if (this.#making.get(key) === promise) this.#making.delete(key);
    }
  }

  private async produceAndStore(key: string, produce: Produce) {
    const generation = this.#generation;
    const since = this.clock.now();
    const expiryTime = await this.moments.next().catch(() => () => 0);
    const { response, expires } = await this.miss(produce);
    const entry = { response, since, until: expiryTime(expires) };
    const isCached =
      response.status === 200 &&
      this.listener.areHeard &&
      this.changes.generation === generation &&
      this.isRight(entry);
    if (isCached) this.#kept.set(key, entry);
    return { response, isCached };
  }
}

function bytesOfAnswer({ body, headers }: BufferedResponse): number {
  return Object.entries(headers).reduce(
    (sum, [name, value]) => sum + bytesOf(name) + bytesOf(String(value)),
    bytesOf(body),
  );
}

/** V8 keeps a text in one byte per character where Latin-1 has all of them, else in two. */
function bytesOf(text: string): number {
  return /[\u0100-\uffff]/.test(text) ? text.length * 2 : text.length;
}
