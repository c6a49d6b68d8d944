import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

export interface Hierarchy {
  readonly table: string;
  readonly parentColumn: 'post_parent_id' | 'parent_id';
  readonly lockKey: number;
}

/**
 * Locks the tree until the end of the transaction, because two concurrent moves that are valid by themselves could create a cycle. Call it
 * before any row of the tree is locked, to avoid deadlocks.
 */
export async function lockHierarchy(em: EntityManager, { lockKey }: Hierarchy): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(em.getKysely());
}

/** Whether the parent exists and is neither the child nor its descendant. The parent cannot be deleted until the transaction ends. */
export async function lockParentIfValid(
  em: EntityManager,
  hierarchy: Hierarchy,
  parent: number,
  child: number,
): Promise<boolean> {
  const db = em.getKysely();
  const table = sql.table(hierarchy.table);
  const column = sql.ref(hierarchy.parentColumn);
  const lockedParent = await sql`select from ${table} where id = ${parent} for key share`.execute(db);
  if (lockedParent.rows.length === 0) return false;
  const { rows } = await sql<{ id: number }>`
    with recursive ancestors as (
      select id, ${column} as parent_id from ${table} where id = ${parent}
      union
      select parent.id, parent.${column} from ${table} as parent join ancestors on parent.id = ancestors.parent_id
    )
    select id from ancestors`.execute(db);
  return rows.every(({ id }) => id !== child);
}
