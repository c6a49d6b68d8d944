import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { AuditEntry } from '../records/audit/audit-entry.entity.js';
import { addAuditEntry } from '../records/audit/add-audit-entry.js';
import { parameterError } from '../kernel/errors/api-error.js';
import { CATEGORY } from '../kinds/calendar-kinds.js';
import type { WriteScope } from '../persistence/transactions/write-scope.js';
import { lockHierarchy, canBeParent, type Hierarchy } from '../records/crud/hierarchy.js';
import { CategoryTranslation, type Category } from './category.entity.js';

const CATEGORY_HIERARCHY: Hierarchy = { table: 'categories', parentColumn: 'parent_id', lockKey: 7_226_401 };

/** Begins a write that puts a category under `parent`, if it does; before it locks anything else. */
export async function lockCategoryHierarchy(em: EntityManager, parent: number | null | undefined): Promise<void> {
  if (parent) await lockHierarchy(em, CATEGORY_HIERARCHY);
}

/**
 * Puts a category under another, or at top level (`null`, 0); `undefined` leaves it where it is. {@link lockCategoryHierarchy} goes
 * before.
 * @throws {ApiError} `invalid_parameter` where the parent is itself, a descendant, or gone.
 */
export async function setCategoryParent(
  em: EntityManager,
  category: Category,
  parent: number | null | undefined,
): Promise<void> {
  const parentId = parent || null;
  if (parent === undefined || parentId === (category.parentId ?? null)) return;
  if (parentId !== null && !(await canBeParent(em, CATEGORY_HIERARCHY, parentId, category.id))) {
    throw parameterError({ parent: { key: 'validation.parent' } });
  }
  category.parentId = parentId;
  const translations = await em.find(CategoryTranslation, { category: category.id });
  for (const text of translations) text.siblingScope = parentId ?? 0;
}

/** Begins the removal of a category, before it locks anything else. */
export async function lockCategoryHierarchyForRemoval(em: EntityManager): Promise<void> {
  await lockHierarchy(em, CATEGORY_HIERARCHY);
}

/**
 * Hands the children of a category that is being removed to its own parent. One of them may take over its name.
 * @returns what was noted of it
 */
export async function reparentChildren(
  { em, context }: WriteScope,
  { id, parentId = null }: Category,
  now: RawBuilder<Date>,
): Promise<AuditEntry[]> {
  const db = em.getKysely();
  await sql`delete from category_translations where category_id = ${id}`.execute(db);
  const { rows } = await sql<{ id: number; epoch: number }>`
    update categories set parent_id = ${parentId}, version = version + 1, modified_at = ${now}
    where parent_id = ${id} returning id, extract(epoch from modified_at)::float8 as epoch`.execute(db);
  const children = rows.map((child) => child.id);
  const changes = { parent: { from: id, to: parentId } };
  const auditEntries = rows.map((child) => {
    const createdAt = new Date(child.epoch * 1000);
    return addAuditEntry(em, context, {
      action: 'update',
      kind: CATEGORY.name,
      recordId: child.id,
      changes,
      createdAt,
    });
  });
  // A statement of its own: it also sees what others wrote of the children while the one before waited for them.
  await sql`
    update category_translations set sibling_scope = ${parentId ?? 0} where category_id = any (${children}::bigint[])`.execute(
    db,
  );
  return auditEntries;
}
