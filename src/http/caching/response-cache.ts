import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIGURATION_TOKEN, type Configuration } from '../../kernel/config/configuration.js';
import type { ExpiryTrigger } from '../../kernel/context/expiry-trigger.js';
import { isDatabaseUnavailableError } from '../../persistence/client/database-errors.js';
import { ChangeCounter } from '../../persistence/transactions/change-counter.js';
import type { BufferedResponse } from '../request/buffer-response.js';
import type { TextStream } from '../request/text-response.js';
import { ChangeListener } from './change-listener.js';
import { NextExpiry } from './next-expiry.js';

/** Upper bound of the memory of an entry besides its texts, in bytes. */
const ENTRY_OVERHEAD_BYTES = 1024;
const MAX_ENTRY_FRACTION = 1 / 8;

/** A response with a complete body, or with a function that starts a stream. */
type CachedResponse = Omit<BufferedResponse, 'body'> & { readonly body: Buffer | TextStream };

type ResponseProducer = () => Promise<{
  readonly response: CachedResponse;
  /** When the response becomes stale without a write. */
  readonly expires: readonly ExpiryTrigger[];
}>;

interface CacheEntry {
  readonly response: CachedResponse;
  readonly period: Parameters<NextExpiry['isValid']>[0];
}

/**
 * Caches responses until something changes, and lets identical concurrent requests share one. A response that was produced before a change
 * is not shared with requests that arrive after it.
 */
@Injectable()
export class ResponseCache {
  private readonly responses: LRUCache<string, CacheEntry>;
  /** Responses that are being produced. A promise resolves to `undefined` if its response must not be shared. */
  private readonly inFlight = new Map<string, Promise<CachedResponse | undefined>>();
  private generation = 0;

  readonly isEnabled: boolean;

  /** Lookups by result: cached, coalesced with an identical request in flight, or produced. */
  readonly lookups = { hit: 0, coalesced: 0, miss: 0 };

  constructor(
    private readonly changes: ChangeCounter,
    private readonly listener: ChangeListener,
    private readonly nextExpiry: NextExpiry,
    @Inject(CONFIGURATION_TOKEN) { CACHE_BYTES }: Configuration,
  ) {
    this.isEnabled = CACHE_BYTES > 0;
    // LRUCache requires a size above 0.
    const maxSize = Math.max(CACHE_BYTES, 1);
    this.responses = new LRUCache({
      maxSize,
      maxEntrySize: Math.ceil(maxSize * MAX_ENTRY_FRACTION),
      sizeCalculation: ({ response: { headers, body } }, key) =>
        ENTRY_OVERHEAD_BYTES +
        2 * (key.length + JSON.stringify(headers).length) +
        (Buffer.isBuffer(body) ? body.length : 0),
    });
  }

  get sizeBytes(): number {
    return this.responses.calculatedSize;
  }

  get entryCount(): number {
    return this.responses.size;
  }

  async getOrProduce(key: string, produce: ResponseProducer): Promise<CachedResponse> {
    if (!this.listener.isListening) return (await this.countMissAndProduce(produce)).response;
    this.clearIfChanged();
    const cached = this.responses.get(key);
    if (cached && this.nextExpiry.isValid(cached.period)) {
      this.lookups.hit += 1;
      return cached.response;
    }
    const inFlight = this.inFlight.get(key);
    if (!inFlight) return this.produceCoalesced(key, produce);
    const shared = await inFlight;
    if (!shared) return (await this.countMissAndProduce(produce)).response;
    this.lookups.coalesced += 1;
    return shared;
  }

  private countMissAndProduce(produce: ResponseProducer): ReturnType<ResponseProducer> {
    this.lookups.miss += 1;
    return produce();
  }

  private clearIfChanged(): void {
    if (this.generation === this.changes.generation) return;
    this.generation = this.changes.generation;
    this.responses.clear();
    this.inFlight.clear();
  }

  /**
   * Produces a response for which identical requests wait. If it must not be shared, each of them produces its own. If the database did not
   * respond, all of them fail, so that none waits a second time.
   */
  private async produceCoalesced(key: string, produce: ResponseProducer): Promise<CachedResponse> {
    const produced = this.produceAndStore(key, produce);
    const shared = produced.then(
      ({ response, isCached }) => (isCached ? response : undefined),
      (error: unknown) => {
        if (isDatabaseUnavailableError(error)) throw error;
        return undefined;
      },
    );
    // Without waiting requests, nothing else handles the rejection.
    shared.catch(() => undefined);
    this.inFlight.set(key, shared);
    try {
      return (await produced).response;
    } finally {
      if (this.inFlight.get(key) === shared) this.inFlight.delete(key);
    }
  }

  private async produceAndStore(key: string, produce: ResponseProducer) {
    const generation = this.generation;
    const periodFor = await this.nextExpiry.periodResolver().catch(() => undefined);
    const { response, expires } = await this.countMissAndProduce(produce);
    const period = periodFor?.(expires);
    const isCached =
      period !== undefined &&
      response.status === 200 &&
      this.listener.isListening &&
      this.changes.generation === generation &&
      this.nextExpiry.isValid(period);
    if (isCached) this.responses.set(key, { response, period });
    return { response, isCached };
  }
}
