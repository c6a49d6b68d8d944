import type { Kind } from './kinds.js';
import {
  roleCanEdit,
  roleCanEditAny,
  roleHasRight,
  roleCanPublish,
  roleCanRead,
  type CallerRole,
  type ActiveStatus,
  type RoleRelation,
} from './rights-table.js';

/** An answer in short: the status, and the code of a problem. */
export type Outcome = string;

export const outcomeOf = (status: number, body: Readonly<Record<string, unknown>>): Outcome =>
  status < 400 ? String(status) : `${status} ${String(body['code'])}`;

/** 8.4: what a role must not do is refused before anything is looked at; `undefined` where it may. */
export function authorizationOutcome(role: CallerRole, isAllowed: boolean): Outcome | undefined {
  if (isAllowed) return undefined;
  return role === 'anonymous' ? '401 unauthorized' : '403 forbidden';
}

const notFound = ({ kind }: Kind): Outcome => `404 ${kind}_not_found`;
const inTrash = ({ kind }: Kind): Outcome => `410 ${kind}_in_trash`;

/** 8.5, 8.9. No standing means no such record. */
export function outcomeOfRead(role: CallerRole, kind: Kind, standing?: RoleRelation): Outcome {
  if (!standing || !roleCanRead(role, standing)) return notFound(kind);
  return standing.trashed && !roleCanEdit(role, standing) ? inTrash(kind) : '200';
}

/** 8.4, 8.5: what may be read and not changed is forbidden, in the trash as before. */
export function outcomeOfUpdate(role: CallerRole, kind: Kind, standing?: RoleRelation): Outcome {
  const refused = authorizationOutcome(role, roleCanEditAny(role));
  if (refused) return refused;
  if (!standing || !roleCanRead(role, standing)) return notFound(kind);
  return roleCanEdit(role, standing) ? '200' : '403 forbidden';
}

/** 8.9: once more is 410. */
export function outcomeOfRemoval(role: CallerRole, kind: Kind, standing?: RoleRelation): Outcome {
  const outcome = outcomeOfUpdate(role, kind, standing);
  return outcome === '200' && standing?.trashed ? inTrash(kind) : outcome;
}

/** Of a category or tag, which everybody reads. */
export function outcomeOfTerm(role: CallerRole, kind: Kind, verb: string, exists: boolean): Outcome {
  const refused =
    verb === 'read'
      ? undefined
      : authorizationOutcome(role, roleHasRight(role, 'create, edit, delete categories and tags'));
  return refused ?? (exists ? '200' : notFound(kind));
}

/** 8.11: which of some statuses a list shows; none asked for, all but the trash. */
export function isListed(role: CallerRole, standing: RoleRelation, statuses?: readonly string[]): boolean {
  if (standing.trashed) return statuses?.includes('trash') === true && roleCanEdit(role, standing);
  return roleCanRead(role, standing) && (statuses?.includes(standing.status) ?? true);
}

/** 8.11: who edits nothing asks for `publish` alone. */
export const outcomeOfStatuses = (role: CallerRole, statuses: readonly string[] = []): Outcome =>
  authorizationOutcome(role, roleCanEditAny(role) || statuses.every((status) => status === 'publish')) ?? '200';

/** 8.3, 8.6, 8.7: the status that a new record is served with. `requested` may be nothing; `isToCome` tells of its date. */
export function statusOnCreate(role: CallerRole, requested: ActiveStatus | undefined, isToCome: boolean): ActiveStatus {
  const wanted = requested ?? (roleCanPublish(role) ? 'publish' : 'draft');
  if (wanted === 'draft' || wanted === 'pending') return wanted;
  if (!roleCanPublish(role)) return 'pending';
  if (wanted === 'private') return 'private';
  return isToCome ? 'future' : 'publish';
}

/**
 * The status that a record is served with after an update. What a contributor writes waits for an editor wherever it would
 * become public without; what is private stays private.
 */
export function statusOnUpdate(
  role: CallerRole,
  { status, trashed }: RoleRelation,
  requested?: ActiveStatus | 'trash',
): string {
  if (requested === 'trash' || (trashed && !requested)) return 'trash';
  if (!trashed && status === 'private' && (requested ?? 'private') === 'private') return 'private';
  return statusOnCreate(role, requested ?? status, status === 'future');
}
