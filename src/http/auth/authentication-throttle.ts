import { Injectable } from '@nestjs/common';
import { ApiError, authenticationError } from '../../kernel/errors/api-error.js';
import { MonotonicClock } from '../../kernel/time/clock.js';
import { networkOf } from '../request/client-address.js';

/** Wrong credentials per network within {@link WINDOW_MS}. */
const MAX_FAILURES = 300;
const WINDOW_MS = 15 * 60_000;
/** Bounds the memory: about 3 kB per network at its limit. */
const MAX_NETWORKS = 5000;
/** Key of the counter that networks beyond {@link MAX_NETWORKS} share. */
const OTHER_NETWORKS = 'others';

/**
 * Limits wrong credentials per network, in this process. Valid credentials are never counted or rejected.
 *
 * No count is dropped within the window of its last failure, so that a client with many networks cannot reset its counts.
 * Networks beyond the maximum share a counter.
 */
@Injectable()
export class AuthenticationThrottle {
  /** Times of failures within the window, by network. The network with the oldest last failure comes first. */
  private readonly failures = new Map<string, readonly number[]>();

  constructor(private readonly clock: MonotonicClock) {}

  /** @returns the error to throw: `invalid_credentials`, or `too_many_requests` above the limit */
  recordFailure(clientAddress: string): ApiError {
    const now = this.clock.now();
    const key = this.counterKeyOf(networkOf(clientAddress), now);
    const recent = (this.failures.get(key) ?? []).filter((failedAt) => failedAt > now - WINDOW_MS);
    const [first = now] = recent;
    if (recent.length >= MAX_FAILURES) {
      const seconds = Math.ceil((first + WINDOW_MS - now) / 1000);
      return new ApiError('too_many_requests', { headers: { 'Retry-After': String(seconds) } });
    }
    this.failures.delete(key);
    this.failures.set(key, [...recent, now]);
    return authenticationError('invalid_credentials');
  }

  private counterKeyOf(network: string, now: number): string {
    if (this.failures.has(network)) return network;
    if (this.failures.size >= MAX_NETWORKS) this.removeExpired(now);
    return this.failures.size < MAX_NETWORKS ? network : OTHER_NETWORKS;
  }

  private removeExpired(now: number): void {
    for (const [network, failures] of this.failures) {
      if ((failures.at(-1) ?? 0) > now - WINDOW_MS) return;
      this.failures.delete(network);
    }
  }
}
