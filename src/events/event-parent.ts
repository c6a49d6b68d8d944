import type { EntityManager } from '@mikro-orm/postgresql';
import { parameterError } from '../kernel/errors/api-error.js';
import { EVENT } from '../kinds/kinds.js';
import type { ReadableIds } from '../records/crud/record-store.js';
import { lockTree, mayBeParent, type Tree } from '../records/crud/tree.js';
import type { CalendarEvent } from './event.entity.js';

const EVENTS: Tree = { table: 'events', parent: 'post_parent_id', lock: 7_226_402 };

/** Begins a write that puts an event under `parent`, if it does; before it locks anything else. */
export async function beginAdoption(em: EntityManager, parent: number | null | undefined): Promise<void> {
  if (parent) await lockTree(em, EVENTS);
}

/**
 * Puts an event under another; `null` and 0 make it stand alone, `undefined` leaves it. {@link beginAdoption}
 * goes before. A parent that the requester does not see is served as none, so sending none back leaves it.
 * @throws {ApiError} `invalid_parameter` where the parent is itself, a descendant, or gone.
 */
export async function adoptEvent(
  em: EntityManager,
  event: CalendarEvent,
  parent: number | null | undefined,
  readable: ReadableIds,
): Promise<void> {
  const parentId = parent || null;
  if (parent === undefined || parentId === (event.postParentId ?? null)) return;
  if (parentId === null && event.postParentId && !(await readable(EVENT, [event.postParentId])).size) return;
  if (parentId !== null && !(await mayBeParent(em, EVENTS, parentId, event.id))) {
    throw parameterError({ post_parent: { key: 'validation.parent' } });
  }
  event.postParentId = parentId;
}
