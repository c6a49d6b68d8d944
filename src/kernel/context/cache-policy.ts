/**
 * On what of the clock an answer depends, so that it is known how long it stays right while nobody writes. Whoever makes
 * the answer says so; that records become public at their `date` holds for all answers and need not be said.
 * @example if (query.start_date === 'today') context.freshness.untilMidnight();
 */
export class CachePolicy {
  readonly #uncacheable = Promise.withResolvers<undefined>();
  #isCacheable = true;
  #expiresAtMidnight = false;
  #expiresAtEventEnd = false;

  /** It depends on the very moment, as by a strict `now`: it is right this once. */
  noStore(): void {
    this.#isCacheable = false;
    this.#uncacheable.resolve(undefined);
  }

  /** It depends on which day it is in `TIMEZONE`. */
  expireAtMidnight(): void {
    this.#expiresAtMidnight = true;
  }

  /** It depends on which events have ended, as by `only_with_upcoming`. */
  expireAtNextEventEnd(): void {
    this.#expiresAtEventEnd = true;
  }

  /** Whether it may be shown again at all. */
  get isCacheable(): boolean {
    return this.#isCacheable;
  }

  /** Comes where it may not: whoever waits for the same answer need not wait any longer. */
  get whenUncacheable(): Promise<undefined> {
    return this.#uncacheable.promise;
  }

  get expiresAtMidnight(): boolean {
    return this.#expiresAtMidnight;
  }

  get expiresAtEventEnd(): boolean {
    return this.#expiresAtEventEnd;
  }
}
