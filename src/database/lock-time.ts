/** From how many milliseconds on a statement is taken to have waited. */
const WAITED = 250;

/** What is left to any transaction, in milliseconds: on a busy machine statements take long that have waited for nobody. */
const LEAST = 250;

const BEGIN = /^\s*(?:begin|start transaction)\b/i;
const BACK_TO_SAVEPOINT = /^\s*rollback\s+to\b/i;
/** Also of those that say themselves how long they wait. */
const END = /^\s*(?:commit|rollback)\b|lock_timeout/i;

/**
 * Sees to it that a transaction which has waited for one lock has less time for the next: `lock_timeout` is for each, and of
 * those a transaction may need many, one after the other.
 */
export class LockTime {
  #left: number | undefined;
  #told: number | undefined;

  /** @param limit milliseconds for all locks of a transaction; `undefined` where there is no limit */
  constructor(private readonly limit: number | undefined) {}

  /**
   * What `lock_timeout` is to be before a statement, in milliseconds; `undefined` where it may stay as it is.
   * @param statement its text; anything else is no matter of this
   */
  leftBefore(statement: unknown): number | undefined {
    if (this.limit === undefined || typeof statement !== 'string') return undefined;
    if (BACK_TO_SAVEPOINT.test(statement)) {
      // Takes back what was said since.
      if (this.#left !== undefined) this.#told = this.limit;
      return undefined;
    }
    if (BEGIN.test(statement)) this.#left = this.#told = this.limit;
    else if (END.test(statement)) this.#left = this.#told = undefined;
    if (this.#left === this.#told) return undefined;
    return (this.#told = this.#left);
  }

  /** Counts how long the answer to a statement of the transaction takes; those that are asked one after another. */
  watch(answer: Promise<unknown>): void {
    if (this.#left === undefined) return;
    const asked = performance.now();
    const count = () => {
      const took = Math.round(performance.now() - asked);
      if (this.#left !== undefined && took >= WAITED) this.#left = Math.max(LEAST, this.#left - took);
    };
    answer.then(count, count);
  }
}
