import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { Clock, SystemClock } from '../../kernel/time/clock.js';

/**
 * The present as SQL: the start of the transaction by the database's own clock, which every process shares, unless the clock was replaced.
 * @example sql`published_at <= ${sqlNow(clock)}`
 */
export const sqlNow = (clock: Clock): RawBuilder<Date> =>
  clock instanceof SystemClock ? sql<Date>`now()` : timestampLiteral(clock);

/** The current time by `clock_timestamp()`, which goes on during a transaction. {@link sqlNow} is the start of the transaction. */
export const sqlClockTimestamp = (clock: Clock): RawBuilder<Date> =>
  clock instanceof SystemClock ? sql<Date>`clock_timestamp()` : timestampLiteral(clock);

const timestampLiteral = (clock: Clock) => sql<Date>`${new Date(clock.now()).toISOString()}::timestamptz`;

/** Reads the value of a time expression, to the millisecond. */
export async function evaluateTimeSql(db: QueryExecutorProvider, time: RawBuilder<Date>): Promise<Date> {
  const { rows } = await sql<{ epoch: number }>`select extract(epoch from ${time})::float8 as epoch`.execute(db);
  return new Date((rows[0]?.epoch ?? 0) * 1000);
}
