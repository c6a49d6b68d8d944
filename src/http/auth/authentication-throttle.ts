import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ApiError, authenticationError } from '../../kernel/errors/api-error.js';
import { MonotonicClock } from '../../kernel/time/monotonic-clock.js';
import { networkOf } from '../request/client-address.js';

/** Wrong credentials per network within {@link WINDOW_MS}. */
const MAX_FAILURES = 300;
const WINDOW_MS = 15 * 60_000;
/** Bounds the memory: about 3 kB per network at its limit. A caller with more networks gains nothing by displacing one. */
const MAX_NETWORKS = 5000;

/** Limits wrong credentials per network, in this process. Valid credentials are never counted or rejected. */
@Injectable()
export class AuthenticationThrottle {
  private readonly failures = new LRUCache<string, readonly number[]>({ max: MAX_NETWORKS });

  constructor(private readonly clock: MonotonicClock) {}

  /** Counts a failure and returns the error for the client. */
  recordFailure(clientAddress: string): ApiError {
    const now = this.clock.now();
    const network = networkOf(clientAddress);
    const recent = (this.failures.get(network) ?? []).filter((failedAt) => failedAt > now - WINDOW_MS);
    const [first = now] = recent;
    if (recent.length >= MAX_FAILURES) {
      const seconds = Math.ceil((first + WINDOW_MS - now) / 1000);
      return new ApiError('too_many_requests', { headers: { 'Retry-After': String(seconds) } });
    }
    this.failures.set(network, [...recent, now]);
    return authenticationError('invalid_credentials');
  }
}
