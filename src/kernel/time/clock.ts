/**
 * The current time. Injected, so that tests can set it.
 *
 * @example
 * class FixedClock extends Clock {
 *   override now(): number {
 *     return Date.UTC(2026, 2, 1);
 *   }
 * }
 */
export abstract class Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  abstract now(): number;
}

export class SystemClock extends Clock {
  override now(): number {
    return Date.now();
  }
}

/** Clock for limits per period, such as rate limits. Setting the clock of the machine does not affect it. Injected, so that tests can set it. */
export class MonotonicClock {
  /** Milliseconds since a fixed moment, such as the start of the process. */
  now(): number {
    return performance.now();
  }
}
