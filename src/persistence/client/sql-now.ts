import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { Clock, SystemClock } from '../../kernel/time/clock.js';

/**
 * The current time in SQL: the start of the transaction by the clock of the database, which all processes share. A clock that was replaced,
 * such as in tests, gives a literal.
 */
export const sqlNow = (clock: Clock): RawBuilder<Date> =>
  clock instanceof SystemClock ? sql<Date>`now()` : clockTimeLiteral(clock);

/** The current time by `clock_timestamp()`, which advances during a transaction. */
export const sqlClockTimestamp = (clock: Clock): RawBuilder<Date> =>
  clock instanceof SystemClock ? sql<Date>`clock_timestamp()` : clockTimeLiteral(clock);

const clockTimeLiteral = (clock: Clock) => sql<Date>`${new Date(clock.now()).toISOString()}::timestamptz`;

/** Reads the value of a time expression, to the millisecond. */
export async function evaluateTimeSql(db: QueryExecutorProvider, time: RawBuilder<Date>): Promise<Date> {
  const { rows } = await sql<{ epoch: number }>`select extract(epoch from ${time})::float8 as epoch`.execute(db);
  return new Date((rows[0]?.epoch ?? 0) * 1000);
}
