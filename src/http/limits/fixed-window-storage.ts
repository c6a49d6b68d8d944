import type { ThrottlerStorage } from '@nestjs/throttler';
import { LRUCache } from 'lru-cache';
import type { MonotonicClock } from '../../kernel/time/monotonic-clock.js';

/** Users and networks whose requests are counted at the same time. */
const MAX_TRACKED_CLIENTS = 50_000;

/** What has been asked since when, and until when that counts, in milliseconds. */
interface RateLimitWindow {
  hits: number;
  readonly endMs: number;
}

/** How a request counts: see `ThrottlerStorage`. Times are in seconds. */
type HitCount = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * Counts requests in windows, each of which begins with a first request. In bounded memory: whoever has not asked for the longest
 * time is forgotten first. Who has so many addresses that this matters gains nothing by it: each of them has a limit of its own.
 */
export class FixedWindowStorage implements ThrottlerStorage {
  private readonly windows: LRUCache<string, RateLimitWindow>;

  constructor(
    private readonly clock: Pick<MonotonicClock, 'now'>,
    maxTracked: number = MAX_TRACKED_CLIENTS,
  ) {
    this.windows = new LRUCache({ max: maxTracked });
  }

  /**
   * Counts one request.
   * @param key who asks
   * @param ttl length of a window in milliseconds
   * @param limit requests that a window lets in
   */
  increment(key: string, ttl: number, limit: number): Promise<HitCount> {
    const now = this.clock.now();
    const window = this.windowOf(key, now, ttl);
    window.hits += 1;
    const isBlocked = window.hits > limit;
    const timeToExpire = Math.ceil((window.endMs - now) / 1000);
    return Promise.resolve({
      totalHits: window.hits,
      timeToExpire,
      isBlocked,
      timeToBlockExpire: isBlocked ? timeToExpire : 0,
    });
  }

  private windowOf(key: string, now: number, lengthMs: number): RateLimitWindow {
    const known = this.windows.get(key);
    if (known && known.endMs > now) return known;
    const window = { hits: 0, endMs: now + lengthMs };
    this.windows.set(key, window);
    return window;
  }
}
