/**
 * How PostgreSQL is to plan a statement with values: once for any, or each time by these.
 * @see https://www.postgresql.org/docs/current/runtime-config-query.html#GUC-PLAN-CACHE-MODE
 */
export type Planning = 'force_generic_plan' | 'auto';

/** What takes back settings that were changed since: of a transaction, or since a savepoint. */
const TAKEN_BACK = /^\s*rollback\b/i;

/**
 * Has PostgreSQL plan prepared statements once a connection, for any values. Left to itself, it plans each five times with its values
 * first, and goes on so for ever where a `limit` that it does not know makes the other plan look dear. What is not prepared, as its
 * values matter or because as many are prepared already, is planned by its values. What has no values at all is planned the same
 * either way, and goes by the mode of the statement before it, as do triggers.
 */
export class PlanMode {
  #current: Planning | undefined = 'auto';

  /**
   * What `plan_cache_mode` is to become before a statement; `undefined` where it may stay as it is.
   * @param text of the statement
   * @param hasValues whether there are any beside the text: without, there is one plan only
   * @param isPrepared whether it has a name
   */
  changeBefore(text: string, hasValues: boolean, isPrepared: boolean): Planning | undefined {
    if (TAKEN_BACK.test(text)) this.forget();
    if (!hasValues) return undefined;
    const wanted = isPrepared ? 'force_generic_plan' : 'auto';
    if (wanted === this.#current) return undefined;
    this.#current = wanted;
    return wanted;
  }

  /** It is not known any more: what was said last may have failed, or be taken back with a transaction that has. */
  forget(): void {
    this.#current = undefined;
  }
}
