import type { RawBuilder, SqlBool } from 'kysely';
import type { Configuration } from '../../kernel/config/configuration.js';

/** Rows of a table that nobody needs any more. */
export interface RetentionRule {
  readonly table: string;
  /** Which they are, as a condition on the table, which an index should find; undefined where all are to stay. */
  readonly isExpired: (configuration: Configuration, now: RawBuilder<Date>) => RawBuilder<SqlBool> | undefined;
}
