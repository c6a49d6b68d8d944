import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { ReferenceTarget } from '../../kernel/context/record-kind.js';
import { registeredKinds } from '../types/record-kinds.js';
import type { Principal } from '../../kernel/context/principal.js';

/** Filters ids to those of records that the caller may read. */
export type ReadableIdsLookup = (target: ReferenceTarget, ids: readonly number[]) => Promise<ReadonlySet<number>>;

export function readableIdsLookup(em: EntityManager, principal: Principal, now: RawBuilder<Date>): ReadableIdsLookup {
  return async ({ table, isVisible }, ids) => {
    if (ids.length === 0) return new Set();
    const query = sql<{ id: number }>`
      select id from ${sql.table(table)} where id = any (${[...new Set(ids)]}::bigint[])
        and ${isVisible(principal, table, now, registeredKinds(em))}`;
    const { rows } = await query.execute(em.getKysely());
    return new Set(rows.map(({ id }) => id));
  };
}
