import { sql, type RawBuilder } from 'kysely';
import { SystemClock, type Clock } from './clock.js';

/**
 * The present as SQL: the database's own clock, which every process shares, unless the clock was replaced.
 * @example sql`published_at <= ${sqlNow(clock)}`
 */
export function sqlNow(clock: Clock): RawBuilder<Date> {
  if (clock instanceof SystemClock) return sql<Date>`now()`;
  return sql<Date>`${new Date(clock.now()).toISOString()}::timestamptz`;
}
