import type { EntityManager } from '@mikro-orm/postgresql';
import { parameterError } from '../common/errors/api-error.js';
import { lockTree, mayBeParent, type Tree } from '../common/records/tree.js';
import type { CalendarEvent } from './event.entity.js';

const EVENTS: Tree = { table: 'events', parent: 'post_parent_id', lock: 7_226_402 };

/**
 * Puts an event under another; `null` and 0 make it stand alone, `undefined` leaves it.
 * @throws {ApiError} `invalid_parameter` where the parent is itself, a descendant, or gone.
 */
export async function adoptEvent(
  em: EntityManager,
  event: CalendarEvent,
  parent: number | null | undefined,
): Promise<void> {
  const parentId = parent || null;
  if (parent === undefined || parentId === (event.postParentId ?? null)) return;
  await lockTree(em, EVENTS);
  if (parentId !== null && !(await mayBeParent(em, EVENTS, parentId, event.id))) {
    throw parameterError({ post_parent: { key: 'validation.parent' } });
  }
  event.postParentId = parentId;
}
