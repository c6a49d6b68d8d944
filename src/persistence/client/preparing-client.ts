import pg from 'pg';
import { sqlState } from './database-errors.js';
import { isLong } from './long.js';
import { preparedName } from './prepared.js';
import { countDatabaseError } from './database-error-counts.js';
import { LockTime } from './lock-time.js';
import { PlanMode } from './plan-mode.js';

/** How long the answer to a long statement is waited for, in milliseconds: a little more than a request may take. */
const LONGEST = 15_500;

/** What pg rejects a statement with whose answer has not come within `query_timeout`. */
const SILENCE = /^Query read timeout$/;

/**
 * A connection that has PostgreSQL plan marked statements once, under a name, for any values. To plan a read of one record takes three times
 * as long as to carry it out. It counts the errors that it meets, also those that somebody ignores, and is lost once
 * `query_timeout` is up: the database keeps to its own limit before that, so nothing comes through any more. All that a transaction
 * waits for locks is within one `lock_timeout`.
 * @see https://www.postgresql.org/docs/current/sql-prepare.html
 */
export class PreparingClient extends pg.Client {
  private readonly lockTime: LockTime;
  private readonly planMode = new PlanMode();

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.lockTime = new LockTime(config?.lock_timeout);
    // Each `ErrorResponse` of the database, whoever asked, or nobody: a shutdown is announced to idle connections too.
    this.connection.on('errorMessage', countDatabaseError);
    this.on('error', countDatabaseError);
  }

  /** In whatever form statements are given, which the types of the overridden method list. */
  override query = ((...given: readonly unknown[]): unknown => {
    const ask = super.query.bind(this);
    const settings = this.settingsBefore(given);
    const set = settings.length > 0 ? ask(settings.join('; ')) : undefined;
    set?.catch((error: unknown) => this.heedFailure(error));
    const asked: unknown = Reflect.apply(ask, this, configured(given));
    if (!(asked instanceof Promise)) return asked;
    if (!takesLong(given[0])) this.lockTime.watch(asked);
    asked.catch((error: unknown) => this.heedFailure(error));
    return set ? becauseOf(set, asked) : asked;
  }) as pg.Client['query'];

  /** Settings to be made before a statement, in one message: more would be waiting for each other in pg. */
  private settingsBefore([text, values]: readonly unknown[]): string[] {
    if (typeof text !== 'string') return [];
    const left = this.lockTime.leftBefore(text);
    const hasValues = Array.isArray(values) && values.length > 0;
    const planning = this.planMode.changeBefore(text, hasValues, !isLong(text) && preparedName(text) !== undefined);
    // A transaction that has failed takes none.
    if (this.getTransactionStatus() === 'E') {
      this.planMode.forget();
      return [];
    }
    return [
      ...(left === undefined ? [] : [`set local lock_timeout = ${left}`]),
      ...(planning ? [`set plan_cache_mode = ${planning}`] : []),
    ];
  }

  /**
   * What was set is not known any more: it may be taken back with the transaction. And pg leaves a connection whose answer it waits for no
   * more as it is: whoever asked it next would wait in vain, too.
   */
  private heedFailure(error: unknown): void {
    this.planMode.forget();
    // Heard by pg itself, at once: it asks nothing more of it, and the pool does not take it back.
    if (error instanceof Error && SILENCE.test(error.message)) this.connection.emit('error', error);
  }
}

/** in_failed_sql_transaction (PostgreSQL manual, appendix A). */
const ABORTED = '25P02';

/** The answer to a statement; where that was of no use because a setting before it had failed, in a transaction, what that failed by. */
async function becauseOf(set: Promise<unknown>, asked: Promise<unknown>): Promise<unknown> {
  try {
    const answer = (await asked) as Partial<pg.QueryResult> | undefined;
    // So a `commit` is answered where there is nothing to be committed any more.
    if (answer?.command === 'ROLLBACK') await set;
    return answer;
  } catch (error) {
    if (sqlState(error) === ABORTED) await set;
    throw error;
  }
}

const takesLong = (statement: unknown): boolean => typeof statement === 'string' && isLong(statement);

/** A statement by its text as pg wants one that has a name, or a limit of its own. */
function configured(given: readonly unknown[]): readonly unknown[] {
  const [text, values, ...more] = given;
  if (typeof text !== 'string') return given;
  if (isLong(text)) return [{ text, values, query_timeout: LONGEST }, ...more];
  const name = preparedName(text);
  return name ? [{ name, text, values }, ...more] : given;
}
