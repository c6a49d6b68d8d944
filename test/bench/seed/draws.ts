import { sql, type RawBuilder } from 'kysely';

const HASH_MASK = sql.lit(2 ** 53 - 1);
const HASH_RANGE = sql.lit(2 ** 53);

/**
 * Pseudo-random number in [0, 1), derived from the column `n` and the name. Hash partitioning relies on these hash
 * functions, so their results do not change between PostgreSQL releases.
 * @example sql`select ${share('zone')} from generate_series(1, 10) as n`
 */
export function share(name: string): RawBuilder<number> {
  return sql<number>`((hashint8extended(n, hashtextextended(${sql.lit(name)}, 0)) & ${HASH_MASK})::float8 / ${HASH_RANGE})`;
}

/** Pseudo-random integer in [0, count), uniformly distributed. */
export function pick(name: string, count: number): RawBuilder<number> {
  return sql<number>`floor(${share(name)} * ${sql.lit(count)})::int`;
}

/** Like {@link pick}, but lower numbers are more likely: a few places have most of the events. */
export function pickSkewed(name: string, count: number): RawBuilder<number> {
  return sql<number>`floor(power(${share(name)}, 2) * ${sql.lit(count)})::int`;
}

/** One of the values. Repeat a value to make it more likely. */
export function oneOf(
  name: string,
  values: readonly (string | number)[],
  type: 'text' | 'int' | 'bigint' | 'interval',
): RawBuilder<unknown> {
  const list = sql.join(values.map((value) => sql.lit(value)));
  return sql`(array[${list}]::${sql.raw(type)}[])[1 + ${pick(name, values.length)}]`;
}

/** One of the ids. Earlier ids are more likely. */
export function idOf(name: string, ids: readonly number[]): RawBuilder<number> {
  return sql<number>`(${ids}::bigint[])[1 + ${pickSkewed(name, ids.length)}]`;
}
