import pg from 'pg';
import { preparedName } from '../common/statements/prepared.js';
import { countDatabaseError } from './database-error-counts.js';

/**
 * A connection that has PostgreSQL plan marked statements once, under a name. To plan a read of one record takes three times
 * as long as to carry it out. It counts the errors that it meets, also those that somebody ignores.
 * @see https://www.postgresql.org/docs/current/sql-prepare.html
 */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // Each `ErrorResponse` of the database, whoever asked, or nobody: a shutdown is announced to idle connections too.
    this.connection.on('errorMessage', countDatabaseError);
    this.on('error', countDatabaseError);
  }

  /** In whatever form statements are given, which the types of the overridden method list. */
  override query = ((...given: readonly unknown[]): unknown => {
    const [text, values, ...more] = given;
    const name = typeof text === 'string' ? preparedName(text) : undefined;
    return Reflect.apply(super.query.bind(this), this, name ? [{ name, text, values }, ...more] : given);
  }) as pg.Client['query'];
}
