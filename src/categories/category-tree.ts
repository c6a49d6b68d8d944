import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { parameterError } from '../common/errors/api-error.js';
import { lockTree, mayBeParent, type Tree } from '../common/records/tree.js';
import type { Category } from './category.entity.js';

const CATEGORIES: Tree = { table: 'categories', parent: 'parent_id', lock: 7_226_401 };

/**
 * Puts a category under another, or at top level (`null`, 0); `undefined` leaves it where it is.
 * @throws {ApiError} `invalid_parameter` where the parent is itself, a descendant, or gone.
 */
export async function moveCategory(
  em: EntityManager,
  category: Category,
  parent: number | null | undefined,
): Promise<void> {
  const parentId = parent || null;
  if (parent === undefined || parentId === (category.parentId ?? null)) return;
  await lockTree(em, CATEGORIES);
  if (parentId !== null && !(await mayBeParent(em, CATEGORIES, parentId, category.id))) {
    throw parameterError({ parent: { key: 'validation.parent' } });
  }
  category.parentId = parentId;
}

/** Hands the children of a category that is being removed to its own parent. */
export async function moveChildrenUp(em: EntityManager, { id, parentId }: Category): Promise<void> {
  await lockTree(em, CATEGORIES);
  await sql`
    update categories set parent_id = ${parentId ?? null}, version = version + 1, modified_at = now()
    where parent_id = ${id}`.execute(em.getKysely());
}
