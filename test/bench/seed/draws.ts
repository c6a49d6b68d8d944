import { sql, type RawBuilder } from 'kysely';

const LARGEST = sql.lit(2 ** 53 - 1);
const SIZE = sql.lit(2 ** 53);

/**
 * A number from 0 up to, not including, 1, which the column `n` decides alone, differently for each name. Hash partitions
 * rely on these functions of PostgreSQL, so that they stay as they are from release to release.
 * @example sql`select ${share('zone')} from generate_series(1, 10) as n`
 */
export function share(name: string): RawBuilder<number> {
  return sql<number>`((hashint8extended(n, hashtextextended(${sql.lit(name)}, 0)) & ${LARGEST})::float8 / ${SIZE})`;
}

/** A whole number from 0 up to, not including, `count`; each is as likely as the others. */
export function pick(name: string, count: number): RawBuilder<number> {
  return sql<number>`floor(${share(name)} * ${sql.lit(count)})::int`;
}

/** Like {@link pick}, but the lower a number, the likelier: a few places see most of the events. */
export function pickSkewed(name: string, count: number): RawBuilder<number> {
  return sql<number>`floor(power(${share(name)}, 2) * ${sql.lit(count)})::int`;
}

/** One of some values; what is to be likelier is repeated. */
export function oneOf(
  name: string,
  values: readonly (string | number)[],
  type: 'text' | 'int' | 'bigint' | 'interval',
): RawBuilder<unknown> {
  const list = sql.join(values.map((value) => sql.lit(value)));
  return sql`(array[${list}]::${sql.raw(type)}[])[1 + ${pick(name, values.length)}]`;
}

/** One of some ids, the first ones likelier. */
export function idOf(name: string, ids: readonly number[]): RawBuilder<number> {
  return sql<number>`(${ids}::bigint[])[1 + ${pickSkewed(name, ids.length)}]`;
}
