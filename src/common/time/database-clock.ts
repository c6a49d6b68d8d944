import { sql, type RawBuilder } from 'kysely';
import { SystemClock, type Clock } from './clock.js';

/**
 * The present as SQL: the database's own clock, which every process shares, unless the clock was replaced.
 * @example sql`published_at <= ${sqlNow(clock)}`
 */
export function sqlNow(clock: Clock): RawBuilder<Date> {
  return clock instanceof SystemClock ? sql<Date>`now()` : literal(clock);
}

/** This very moment, where {@link sqlNow} is the start of the transaction: it does not go back behind a lock awaited. */
export function sqlMoment(clock: Clock): RawBuilder<Date> {
  return clock instanceof SystemClock ? sql<Date>`clock_timestamp()` : literal(clock);
}

function literal(clock: Clock): RawBuilder<Date> {
  return sql<Date>`${new Date(clock.now()).toISOString()}::timestamptz`;
}
