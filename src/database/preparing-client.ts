import pg from 'pg';
import { isLong } from '../common/statements/long.js';
import { preparedName } from '../common/statements/prepared.js';
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
    // A transaction that has failed takes none; what it had is taken back with it.
    for (const setting of this.settingsBefore(given)) ask(`set ${setting}`).catch(() => undefined);
    const asked: unknown = Reflect.apply(ask, this, configured(given));
    if (asked instanceof Promise) {
      if (!takesLong(given[0])) this.lockTime.watch(asked);
      asked.catch((error: unknown) => this.giveUpAfter(error));
    }
    return asked;
  }) as pg.Client['query'];

  private settingsBefore([text, values]: readonly unknown[]): string[] {
    if (typeof text !== 'string') return [];
    const left = this.lockTime.leftBefore(text);
    const hasValues = Array.isArray(values) && values.length > 0;
    const planning = this.planMode.changeBefore(text, hasValues, !isLong(text) && preparedName(text) !== undefined);
    return [
      ...(left === undefined ? [] : [`local lock_timeout = ${left}`]),
      ...(planning ? [`plan_cache_mode = ${planning}`] : []),
    ];
  }

  /** pg leaves a connection whose answer it waits for no more as it is: whoever asked it next would wait in vain, too. */
  private giveUpAfter(error: unknown): void {
    // Heard by pg itself, at once: it asks nothing more of it, and the pool does not take it back.
    if (error instanceof Error && SILENCE.test(error.message)) this.connection.emit('error', error);
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
