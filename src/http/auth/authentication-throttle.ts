import { Injectable } from '@nestjs/common';
import { ApiError } from '../../kernel/errors/api-error.js';
import { networkOf } from '../request/client-address.js';
import { MonotonicClock } from '../../kernel/time/monotonic-clock.js';
import { authenticationError } from '../../kernel/errors/authentication-error.js';

/** Wrong credentials that may come from one network within {@link WINDOW_MS}. */
const MAX_FAILURES = 300;
/** Fifteen minutes, in milliseconds. */
const WINDOW_MS = 15 * 60_000;
/** Networks that are told apart; it takes some 3 kB where one has sent all it may. */
const MAX_NETWORKS = 5000;
/** Stands for all networks beyond those. */
const OTHER_NETWORKS = 'others';

/**
 * Counts wrong credentials by networks, in this process. As long as there is no room for more networks, those that are new are counted
 * as one: nobody's count is forgotten before its time, and whoever shares one is answered 429 in place of 401, and loses
 * nothing, as right credentials do not come here.
 */
@Injectable()
export class AuthenticationThrottle {
  /** When each network sent some that still count; that which sent none for the longest time comes first. */
  private readonly failures = new Map<string, number[]>();

  constructor(private readonly clock: MonotonicClock) {}

  /** How many networks are counted at present. */
  get trackedNetworkCount(): number {
    return this.failures.size;
  }

  /** Counts wrong credentials, and gives what they are answered. */
  recordFailure(clientAddress: string): ApiError {
    const now = this.clock.now();
    const key = this.counterKeyOf(networkOf(clientAddress), now);
    const recent = (this.failures.get(key) ?? []).filter((failedAt) => failedAt > now - WINDOW_MS);
    const [first = now] = recent;
    if (recent.length >= MAX_FAILURES) return tooManyFailuresError(Math.ceil((first + WINDOW_MS - now) / 1000));
    this.failures.delete(key);
    this.failures.set(key, [...recent, now]);
    return authenticationError('invalid_credentials');
  }

  private counterKeyOf(network: string, now: number): string {
    if (this.failures.has(network)) return network;
    if (this.failures.size >= MAX_NETWORKS) this.evictExpired(now);
    return this.failures.size < MAX_NETWORKS ? network : OTHER_NETWORKS;
  }

  /** Forgets the networks of which nothing counts any more. */
  private evictExpired(now: number): void {
    for (const [network, failures] of this.failures) {
      if ((failures.at(-1) ?? 0) > now - WINDOW_MS) return;
      this.failures.delete(network);
    }
  }
}

const tooManyFailuresError = (seconds: number): ApiError =>
  new ApiError('too_many_requests', { headers: { 'Retry-After': String(seconds) } });
