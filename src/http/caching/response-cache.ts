import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIGURATION, type Configuration } from '../../kernel/config/configuration.js';
import type { ExpiryTrigger } from '../../kernel/context/expiry-trigger.js';
import { isDatabaseUnavailableError } from '../../persistence/client/database-errors.js';
import { ChangeCounter } from '../../persistence/transactions/change-counter.js';
import type { BufferedResponse } from '../request/response-exception.js';
import { ChangeListener } from './change-listener.js';
import { NEVER_VALID, NextExpiry, type ValidityPeriod } from './next-expiry.js';

/** Upper bound of the memory of an entry beside its strings, in bytes. */
const ENTRY_OVERHEAD_BYTES = 1024;

/** One response may take this fraction of the cache. */
const MAX_ENTRY_FRACTION = 1 / 8;

/** A response whose body is encoded once, for all clients. */
export type CachedResponse = BufferedResponse<Buffer>;

/** A response, and when it becomes stale although nothing is written. */
interface ProducedResponse {
  readonly response: CachedResponse;
  readonly expires: readonly ExpiryTrigger[];
}

interface CacheEntry {
  readonly response: CachedResponse;
  readonly period: ValidityPeriod;
}

type ResponseProducer = () => Promise<ProducedResponse>;

/**
 * Caches responses, and lets identical requests in flight share one. A response that was produced before a change is not shared with requests
 * that arrive after it.
 */
@Injectable()
export class ResponseCache {
  private readonly responses: LRUCache<string, CacheEntry>;
  private readonly inFlight = new Map<string, Promise<CachedResponse | undefined>>();
  private generation = 0;

  /** Whether the cache has any room. */
  readonly isEnabled: boolean;

  /** Lookups by result: cached, coalesced with an identical request in flight, or produced. */
  readonly lookups = { hit: 0, coalesced: 0, miss: 0 };

  constructor(
    private readonly changes: ChangeCounter,
    private readonly listener: ChangeListener,
    private readonly nextExpiry: NextExpiry,
    @Inject(CONFIGURATION) { CACHE_BYTES }: Configuration,
  ) {
    this.isEnabled = CACHE_BYTES > 0;
    this.responses = new LRUCache({
      // No room at all is none that the cache would know as a limit; nothing fits into one byte.
      maxSize: Math.max(CACHE_BYTES, 1),
      maxEntrySize: Math.ceil(Math.max(CACHE_BYTES, 1) * MAX_ENTRY_FRACTION),
      sizeCalculation: ({ response }, key) =>
        ENTRY_OVERHEAD_BYTES + stringMemoryBytes(key) + responseMemoryBytes(response),
    });
  }

  /** Size of the cached responses in bytes. */
  get sizeBytes(): number {
    return this.responses.calculatedSize;
  }

  /** Number of cached responses. */
  get entryCount(): number {
    return this.responses.size;
  }

  /**
   * The answer to a request.
   * @param key everything that shapes it
   * @param produce makes it anew
   */
  async getOrProduce(key: string, produce: ResponseProducer): Promise<CachedResponse> {
    if (!this.listener.isListening) return (await this.produceUncached(produce)).response;
    this.clearIfChanged();
    const cached = this.responses.get(key);
    if (cached && this.nextExpiry.isValid(cached.period)) return this.countLookup('hit', cached.response);
    const inFlight = this.inFlight.get(key);
    if (!inFlight) return this.produceCoalesced(key, produce);
    const response = await inFlight;
    return response ? this.countLookup('coalesced', response) : (await this.produceUncached(produce)).response;
  }

  private produceUncached(produce: ResponseProducer): Promise<ProducedResponse> {
    this.lookups.miss += 1;
    return produce();
  }

  private countLookup(result: 'hit' | 'coalesced', response: CachedResponse): CachedResponse {
    this.lookups[result] += 1;
    return response;
  }

  /** Whatever was changed, all that was made before may be wrong. */
  private clearIfChanged(): void {
    if (this.generation === this.changes.generation) return;
    this.generation = this.changes.generation;
    this.responses.clear();
    this.inFlight.clear();
  }

  /**
   * Produces a response that identical requests wait for meanwhile. If it may not be shared, each of them produces its own. If the
   * database did not respond, all of them fail, so that none waits a second time.
   */
  private async produceCoalesced(key: string, produce: ResponseProducer): Promise<CachedResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<CachedResponse | undefined>();
    // Without waiting requests nobody handles the rejection.
    promise.catch(() => undefined);
    this.inFlight.set(key, promise);
    try {
      const { response, isCached } = await this.produceAndStore(key, produce);
      resolve(isCached ? response : undefined);
      return response;
    } catch (error) {
      if (isDatabaseUnavailableError(error)) reject(error);
      resolve(undefined);
      throw error;
    } finally {
      if (this.inFlight.get(key) === promise) this.inFlight.delete(key);
    }
  }

  private async produceAndStore(key: string, produce: ResponseProducer) {
    const generation = this.generation;
    const periodFor = await this.nextExpiry.periodResolver().catch(() => () => NEVER_VALID);
    const { response, expires } = await this.produceUncached(produce);
    const entry = { response, period: periodFor(expires) };
    const isCached =
      response.status === 200 &&
      this.listener.isListening &&
      this.changes.generation === generation &&
      this.nextExpiry.isValid(entry.period);
    if (isCached) this.responses.set(key, entry);
    return { response, isCached };
  }
}

function responseMemoryBytes({ body, headers }: CachedResponse): number {
  return Object.entries(headers).reduce(
    (sum, [name, value]) => sum + stringMemoryBytes(name) + stringMemoryBytes(String(value)),
    body.length,
  );
}

/** V8 keeps a text in one byte per character where Latin-1 has all of them, else in two. */
function stringMemoryBytes(text: string): number {
  return /[\u0100-\uffff]/.test(text) ? text.length * 2 : text.length;
}
