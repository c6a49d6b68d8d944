import type { EntityManager } from '@mikro-orm/postgresql';
import { parameterError } from '../kernel/errors/api-error.js';
import { EVENT } from '../kinds/calendar-kinds.js';
import type { ReadableIdsLookup } from '../records/crud/find-readable-ids.js';
import { lockHierarchy, lockParentIfValid, type Hierarchy } from '../records/crud/hierarchy.js';
import type { CalendarEvent } from './event.entity.js';

const EVENT_HIERARCHY: Hierarchy = { table: 'events', parentColumn: 'post_parent_id', lockKey: 7_226_402 };

/** Locks the hierarchy for a write with a `parent`. Call it before the write locks any row. */
export async function lockEventHierarchy(em: EntityManager, parent: number | null | undefined): Promise<void> {
  if (parent) await lockHierarchy(em, EVENT_HIERARCHY);
}

/**
 * Sets the parent of an event, after {@link lockEventHierarchy}. `undefined` keeps it, `null` and 0 remove it.
 * A parent that the caller cannot read is served as null, so an update with null keeps it.
 * @throws {ApiError} `invalid_parameter` if the parent is the event itself, a descendant, or deleted
 */
export async function setEventParent(
  em: EntityManager,
  event: CalendarEvent,
  parent: number | null | undefined,
  findReadable: ReadableIdsLookup,
): Promise<void> {
  const parentId = parent || null;
  if (parent === undefined || parentId === (event.postParentId ?? null)) return;
  if (parentId === null && event.postParentId && !(await findReadable(EVENT, [event.postParentId])).size) return;
  if (parentId !== null && !(await lockParentIfValid(em, EVENT_HIERARCHY, parentId, event.id))) {
    throw parameterError({ post_parent: { key: 'validation.parent' } });
  }
  event.postParentId = parentId;
}
