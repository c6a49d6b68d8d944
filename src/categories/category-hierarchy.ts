import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { AuditEntry } from '../records/audit/audit-entry.entity.js';
import { addAuditEntry } from '../records/audit/add-audit-entry.js';
import { parameterError } from '../kernel/errors/api-error.js';
import { CATEGORY } from '../kinds/calendar-kinds.js';
import type { WriteScope } from '../persistence/transactions/run-in-transaction.js';
import { lockParentIfValid, type Hierarchy } from '../records/crud/hierarchy.js';
import { CategoryTranslation, type Category } from './category.entity.js';

export const CATEGORY_HIERARCHY: Hierarchy = { table: 'categories', parentColumn: 'parent_id', lockKey: 7_226_401 };

/**
 * Sets the parent of a category. `undefined` keeps it, `null` and 0 mean the top level. For any other value, the
 * hierarchy must be locked.
 * @throws {ApiError} `invalid_parameter` if the parent is the category itself, a descendant, or deleted
 */
export async function setCategoryParent(
  em: EntityManager,
  category: Category,
  parent: number | null | undefined,
): Promise<void> {
  const parentId = parent || null;
  if (parent === undefined || parentId === (category.parentId ?? null)) return;
  if (parentId !== null && !(await lockParentIfValid(em, CATEGORY_HIERARCHY, parentId, category.id))) {
    throw parameterError({ parent: { key: 'validation.parent' } });
  }
  category.parentId = parentId;
  const translations = await em.find(CategoryTranslation, { category: category.id });
  for (const text of translations) text.siblingScope = parentId ?? 0;
}

/**
 * Moves the children of a deleted category to its parent. Its translations are deleted first, because a child may have the same name.
 * @returns the audit entries of the children
 */
export async function cascadeCategoryDelete(
  { em, context }: WriteScope,
  { id, parentId = null }: Category,
  now: RawBuilder<Date>,
): Promise<AuditEntry[]> {
  const db = em.getKysely();
  await sql`delete from category_translations where category_id = ${id}`.execute(db);
  const { rows } = await sql<{ id: number; epoch: number }>`
    update categories set parent_id = ${parentId}, version = version + 1, modified_at = ${now}
    where parent_id = ${id} returning id, extract(epoch from modified_at)::float8 as epoch`.execute(db);
  const childIds = rows.map((child) => child.id);
  // A separate statement has a later snapshot: it finds translations that other transactions added while the update waited for them.
  await sql`
    update category_translations set sibling_scope = ${parentId ?? 0}
    where category_id = any (${childIds}::bigint[])`.execute(db);
  const entry = { action: 'update', kind: CATEGORY.name, changes: { parent: { from: id, to: parentId } } } as const;
  return rows.map((child) =>
    addAuditEntry(em, context, { ...entry, recordId: child.id, createdAt: new Date(child.epoch * 1000) }),
  );
}
