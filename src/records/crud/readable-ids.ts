import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { Referable } from '../../kernel/context/record-kind.js';
import { kindsIn } from '../types/kinds.js';
import type { Principal } from '../../kernel/context/principal.js';

/** Those of the ids that name records of a table which the principal may read. */
export async function readableIds(
  em: EntityManager,
  principal: Principal,
  { table, visible }: Referable,
  ids: readonly number[],
  now: RawBuilder<Date>,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const query = sql<{ id: number }>`
    select id from ${sql.table(table)} where id = any (${[...new Set(ids)]}::bigint[])
      and ${visible(principal, table, now, kindsIn(em))}`;
  const { rows } = await query.execute(em.getKysely());
  return new Set(rows.map(({ id }) => id));
}
