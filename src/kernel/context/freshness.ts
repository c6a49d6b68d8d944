/**
 * On what of the clock an answer depends, so that it is known how long it stays right while nobody writes. Whoever makes
 * the answer says so; that records become public at their `date` holds for all answers and need not be said.
 * @example if (query.start_date === 'today') context.freshness.untilMidnight();
 */
export class Freshness {
  readonly #refusal = Promise.withResolvers<undefined>();
  #isKeepable = true;
  #endsAtMidnight = false;
  #endsWithEvent = false;

  /** It depends on the very moment, as by a strict `now`: it is right this once. */
  never(): void {
    this.#isKeepable = false;
    this.#refusal.resolve(undefined);
  }

  /** It depends on which day it is in `TIMEZONE`. */
  untilMidnight(): void {
    this.#endsAtMidnight = true;
  }

  /** It depends on which events have ended, as by `only_with_upcoming`. */
  untilNextEnd(): void {
    this.#endsWithEvent = true;
  }

  /** Whether it may be shown again at all. */
  get isKeepable(): boolean {
    return this.#isKeepable;
  }

  /** Comes where it may not: whoever waits for the same answer need not wait any longer. */
  get refusal(): Promise<undefined> {
    return this.#refusal.promise;
  }

  get endsAtMidnight(): boolean {
    return this.#endsAtMidnight;
  }

  get endsWithEvent(): boolean {
    return this.#endsWithEvent;
  }
}
