import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/** A table whose rows have a parent, its column, and the key of the lock under which its tree changes shape. */
export interface Hierarchy {
  readonly table: string;
  readonly parentColumn: 'post_parent_id' | 'parent_id';
  readonly lockKey: number;
}

/**
 * Waits for other moves in the tree: two that each look right could together make a cycle. To be called before a row is
 * locked: who waits here with a row of the tree in hand keeps the one before him from putting something below it.
 */
export async function lockHierarchy(em: EntityManager, { lockKey }: Hierarchy): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(em.getKysely());
}

/**
 * Whether the parent exists and neither it nor one of its ancestors is the child. It stays until the end of the
 * transaction: who deletes it meanwhile has to wait, or has been waited for.
 */
export async function canBeParent(
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
