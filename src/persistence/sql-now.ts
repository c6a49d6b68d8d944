import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { Clock, SystemClock } from '../kernel/time/clock.js';

/**
 * The present as SQL: the start of the transaction by the database's own clock, which every process shares, unless the clock was replaced.
 * @example sql`published_at <= ${sqlNow(clock)}`
 */
export const sqlNow = (clock: Clock): RawBuilder<Date> =>
  clock instanceof SystemClock ? sql<Date>`now()` : literal(clock);

/** This very moment, where {@link sqlNow} is the start of the transaction: it does not go back behind a lock awaited. */
export const sqlMoment = (clock: Clock): RawBuilder<Date> =>
  clock instanceof SystemClock ? sql<Date>`clock_timestamp()` : literal(clock);

const literal = (clock: Clock) => sql<Date>`${new Date(clock.now()).toISOString()}::timestamptz`;

/** Reads the value of a time expression, to the millisecond. */
export async function databaseTime(db: QueryExecutorProvider, time: RawBuilder<Date>): Promise<Date> {
  const { rows } = await sql<{ epoch: number }>`select extract(epoch from ${time})::float8 as epoch`.execute(db);
  return new Date((rows[0]?.epoch ?? 0) * 1000);
}
