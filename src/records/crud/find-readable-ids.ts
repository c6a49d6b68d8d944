import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { ReferenceTarget } from '../../kernel/context/record-kind.js';
import { kindsIn } from '../types/kinds.js';
import type { Principal } from '../../kernel/context/principal.js';

/** Those of the ids that name records of a table which the principal may read. */
export async function findReadableIds(
  em: EntityManager,
  principal: Principal,
  { table, isVisible }: ReferenceTarget,
  ids: readonly number[],
  now: RawBuilder<Date>,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const query = sql<{ id: number }>`
    select id from ${sql.table(table)} where id = any (${[...new Set(ids)]}::bigint[])
      and ${isVisible(principal, table, now, kindsIn(em))}`;
  const { rows } = await query.execute(em.getKysely());
  return new Set(rows.map(({ id }) => id));
}
