import { Injectable } from '@nestjs/common';
import { ApiError } from '../../kernel/errors/api-error.js';
import { networkOf } from '../request/client-address.js';
import { MonotonicClock } from '../../kernel/time/monotonic-clock.js';
import { refusal } from '../../kernel/errors/refusal.js';

/** Wrong credentials that may come from one network within {@link WINDOW}. */
const MOST_WRONG = 300;
/** Fifteen minutes, in milliseconds. */
const WINDOW = 15 * 60_000;
/** Networks that are told apart; it takes some 3 kB where one has sent all it may. */
const MOST_NETWORKS = 5000;
/** Stands for all networks beyond those. */
const OTHERS = 'others';

/**
 * Counts wrong credentials by networks, in this process. As long as there is no room for more networks, those that are new are counted
 * as one: nobody's count is forgotten before its time, and whoever shares one is answered 429 in place of 401, and loses
 * nothing, as right credentials do not come here.
 */
@Injectable()
export class WrongCredentials {
  /** When each network sent some that still count; that which sent none for the longest time comes first. */
  readonly #moments = new Map<string, number[]>();

  constructor(private readonly clock: MonotonicClock) {}

  /** How many networks are counted at present. */
  get size(): number {
    return this.#moments.size;
  }

  /** Counts wrong credentials, and gives what they are answered. */
  refuse(client: string): ApiError {
    const now = this.clock.now();
    const key = this.keyOf(networkOf(client), now);
    const recent = (this.#moments.get(key) ?? []).filter((moment) => moment > now - WINDOW);
    const [first = now] = recent;
    if (recent.length >= MOST_WRONG) return tooMany(Math.ceil((first + WINDOW - now) / 1000));
    this.#moments.delete(key);
    this.#moments.set(key, [...recent, now]);
    return refusal('invalid_credentials');
  }

  private keyOf(network: string, now: number): string {
    if (this.#moments.has(network)) return network;
    if (this.#moments.size >= MOST_NETWORKS) this.forget(now);
    return this.#moments.size < MOST_NETWORKS ? network : OTHERS;
  }

  /** Forgets the networks of which nothing counts any more. */
  private forget(now: number): void {
    for (const [network, moments] of this.#moments) {
      if ((moments.at(-1) ?? 0) > now - WINDOW) return;
      this.#moments.delete(network);
    }
  }
}

const tooMany = (seconds: number): ApiError =>
  new ApiError('too_many_requests', { headers: { 'Retry-After': String(seconds) } });
