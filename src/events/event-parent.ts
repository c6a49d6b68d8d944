import type { EntityManager } from '@mikro-orm/postgresql';
import { parameterError } from '../kernel/errors/api-error.js';
import { EVENT } from '../kinds/calendar-kinds.js';
import type { ReadableIdsLookup } from '../records/crud/find-readable-ids.js';
import { lockHierarchy, canBeParent, type Hierarchy } from '../records/crud/hierarchy.js';
import type { CalendarEvent } from './event.entity.js';

const EVENT_HIERARCHY: Hierarchy = { table: 'events', parentColumn: 'post_parent_id', lockKey: 7_226_402 };

/** Begins a write that puts an event under `parent`, if it does; before it locks anything else. */
export async function lockEventHierarchy(em: EntityManager, parent: number | null | undefined): Promise<void> {
  if (parent) await lockHierarchy(em, EVENT_HIERARCHY);
}

/**
 * Puts an event under another; `null` and 0 make it stand alone, `undefined` leaves it. {@link lockEventHierarchy}
 * goes before. A parent that the requester does not see is served as none, so sending none back leaves it.
 * @throws {ApiError} `invalid_parameter` where the parent is itself, a descendant, or gone.
 */
export async function setEventParent(
  em: EntityManager,
  event: CalendarEvent,
  parent: number | null | undefined,
  readable: ReadableIdsLookup,
): Promise<void> {
  const parentId = parent || null;
  if (parent === undefined || parentId === (event.postParentId ?? null)) return;
  if (parentId === null && event.postParentId && !(await readable(EVENT, [event.postParentId])).size) return;
  if (parentId !== null && !(await canBeParent(em, EVENT_HIERARCHY, parentId, event.id))) {
    throw parameterError({ post_parent: { key: 'validation.parent' } });
  }
  event.postParentId = parentId;
}
