import { sqlState } from './database-errors.js';

/** From how many milliseconds on a statement is taken to have waited for a lock: none of ours takes so long by itself. */
const WAITED = 500;

/** What is left to any transaction, in milliseconds: on a busy machine statements take long that have waited for nobody. */
const LEAST = 250;

const BEGIN = /^\s*(?:begin|start transaction)\b/i;
const BACK_TO_SAVEPOINT = /^\s*rollback\s+to\b/i;
const COMMIT = /^\s*commit\b/i;
/** Also of those that say themselves how long they wait. */
const END = /^\s*(?:rollback|select\s+set_config)\b/i;

/** deadlock_detected (PostgreSQL manual, appendix A). */
const DEADLOCK = '40P01';

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
    if (BEGIN.test(statement)) this.#left = this.#told = this.limit;
    // Takes back what was said since; what was said before is not remembered.
    else if (BACK_TO_SAVEPOINT.test(statement)) this.#told = undefined;
    else if (END.test(statement)) this.#left = this.#told = undefined;
    else return this.tell(statement);
    return undefined;
  }

  /** Counts how long the answer to a statement of the transaction takes; those that are asked one after another. */
  watch(answer: Promise<unknown>): void {
    if (this.#left === undefined) return;
    const asked = performance.now();
    const count = (error?: unknown) => {
      if (this.#left === undefined) return;
      const took = Math.round(performance.now() - asked);
      // Whoever gave way to another begins anew, and has to wait for a second until a deadlock is found.
      if (sqlState(error) === DEADLOCK) this.#left = this.limit;
      else if (took >= WAITED) this.#left = Math.max(LEAST, this.#left - took);
    };
    answer.then(() => count(), count);
  }

  /** What there is to be said, once; a commit may wait for locks, too. */
  private tell(statement: string): number | undefined {
    const left = this.#left === this.#told ? undefined : this.#left;
    this.#told = this.#left;
    if (COMMIT.test(statement)) this.#left = this.#told = undefined;
    return left;
  }
}
