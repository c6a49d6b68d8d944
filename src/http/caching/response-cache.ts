import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import type { CachePolicy } from '../../kernel/context/cache-policy.js';
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

interface ProducedResponse {
  readonly response: BufferedResponse;
  /** From when until when it is right, in milliseconds since 1970: a clock that is set back ends it, too. */
  readonly since: number;
  readonly until: number;
}

/**
 * Answers that several requests may share: those that were kept, and those that are being made. Which were made before
 * something changed, or broke, are shared with nobody who asks afterwards.
 */
@Injectable()
export class ResponseCache {
  readonly #kept: LRUCache<string, ProducedResponse>;
  readonly #making = new Map<string, Promise<BufferedResponse | undefined>>();
  #generation = 0;

  /** Whether there is room for any. */
  readonly isEnabled: boolean;

  /** How often an answer was kept already, was being made for another, or had to be made. */
  readonly lookups = { hit: 0, shared: 0, miss: 0 };

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
   * @param cachePolicy what is said of the answer while it is made
   * @param produce makes it anew
   */
  async get(
    key: string,
    cachePolicy: CachePolicy,
    produce: () => Promise<BufferedResponse>,
  ): Promise<BufferedResponse> {
    if (!this.listener.areHeard) return this.produce(produce);
    this.forgetOutdated();
    const cached = this.#kept.get(key);
    if (cached && this.isRight(cached)) return this.countLookup('hit', cached.response);
    const inFlight = this.#making.get(key);
    if (!inFlight) return this.makeForAll(key, cachePolicy, produce);
    const response = await inFlight;
    return response ? this.countLookup('shared', response) : this.produce(produce);
  }

  private produce(produce: () => Promise<BufferedResponse>): Promise<BufferedResponse> {
    this.lookups.miss += 1;
    return produce();
  }

  private countLookup(result: 'hit' | 'shared', response: BufferedResponse): BufferedResponse {
    this.lookups[result] += 1;
    return response;
  }

  private isRight({ since, until }: ProducedResponse): boolean {
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
   * Lets those who ask for the same meanwhile wait for it; what only one of them may have, they make on their own. A database that one
   * has waited for in vain they do not wait for once more.
   */
  private async makeForAll(
    key: string,
    freshness: CachePolicy,
    make: () => Promise<BufferedResponse>,
  ): Promise<BufferedResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<BufferedResponse | undefined>();
    // Perhaps nobody waits.
    promise.catch(() => undefined);
    void freshness.whenUncacheable.then(() => resolve(undefined));
    this.#making.set(key, promise);
    const generation = this.#generation;
    try {
      const since = this.clock.now();
      const endOf = await this.moments.next().catch(() => () => 0);
      const answer = await this.produce(make);
      const kept = { response: answer, since, until: endOf(freshness) };
      const isRight =
        answer.status === 200 &&
        freshness.isCacheable &&
        this.listener.areHeard &&
        this.changes.generation === generation &&
        this.isRight(kept);
      if (isRight) this.#kept.set(key, kept);
      resolve(isRight ? answer : undefined);
      return answer;
    } catch (error) {
      if (isDatabaseUnavailable(error)) reject(error);
      resolve(undefined);
      throw error;
    } finally {
      if (this.#making.get(key) === promise) this.#making.delete(key);
    }
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
