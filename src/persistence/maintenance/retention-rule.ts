import type { RawBuilder, SqlBool } from 'kysely';
import type { Configuration } from '../../kernel/config/configuration.js';

/** Says which rows of a table are expired. */
export interface RetentionRule {
  readonly table: string;
  /** Condition for expired rows, which should use an index; `undefined` if all rows stay. */
  readonly isExpired: (configuration: Configuration, now: RawBuilder<Date>) => RawBuilder<SqlBool> | undefined;
}
