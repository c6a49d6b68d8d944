import type { Kind } from './kinds.js';
import { edits, editsSome, has, publishes, reads, type Asking, type Living, type Standing } from './rights-table.js';

/** An answer in short: the status, and the code of a problem. */
export type Outcome = string;

export const outcomeOf = (status: number, body: Readonly<Record<string, unknown>>): Outcome =>
  status < 400 ? String(status) : `${status} ${String(body['code'])}`;

/** 8.4: what a role must not do is refused before anything is looked at; `undefined` where it may. */
export function refusal(role: Asking, isAllowed: boolean): Outcome | undefined {
  if (isAllowed) return undefined;
  return role === 'anonymous' ? '401 unauthorized' : '403 forbidden';
}

const notFound = ({ kind }: Kind): Outcome => `404 ${kind}_not_found`;
const inTrash = ({ kind }: Kind): Outcome => `410 ${kind}_in_trash`;

/** 8.5, 8.9. No standing means no such record. */
export function outcomeOfRead(role: Asking, kind: Kind, standing?: Standing): Outcome {
  if (!standing || !reads(role, standing)) return notFound(kind);
  return standing.trashed && !edits(role, standing) ? inTrash(kind) : '200';
}

/** 8.4, 8.5: what may be read and not changed is forbidden, in the trash as before. */
export function outcomeOfUpdate(role: Asking, kind: Kind, standing?: Standing): Outcome {
  const refused = refusal(role, editsSome(role));
  if (refused) return refused;
  if (!standing || !reads(role, standing)) return notFound(kind);
  return edits(role, standing) ? '200' : '403 forbidden';
}

/** 8.9: once more is 410. */
export function outcomeOfRemoval(role: Asking, kind: Kind, standing?: Standing): Outcome {
  const outcome = outcomeOfUpdate(role, kind, standing);
  return outcome === '200' && standing?.trashed ? inTrash(kind) : outcome;
}

/** Of a category or tag, which everybody reads. */
export function outcomeOfTerm(role: Asking, kind: Kind, verb: string, exists: boolean): Outcome {
  const refused = verb === 'read' ? undefined : refusal(role, has(role, 'create, edit, delete categories and tags'));
  return refused ?? (exists ? '200' : notFound(kind));
}

/** 8.11: which of some statuses a list shows; none asked for, all but the trash. */
export function isListed(role: Asking, standing: Standing, statuses?: readonly string[]): boolean {
  if (standing.trashed) return statuses?.includes('trash') === true && edits(role, standing);
  return reads(role, standing) && (statuses?.includes(standing.status) ?? true);
}

/** 8.11: who edits nothing asks for `publish` alone. */
export const outcomeOfStatuses = (role: Asking, statuses: readonly string[] = []): Outcome =>
  refusal(role, editsSome(role) || statuses.every((status) => status === 'publish')) ?? '200';

/** 8.3, 8.6, 8.7: the status that a new record is served with. `asked` may be nothing; `isToCome` tells of its date. */
export function statusOfNew(role: Asking, asked: Living | undefined, isToCome: boolean): Living {
  const wanted = asked ?? (publishes(role) ? 'publish' : 'draft');
  if (wanted === 'draft' || wanted === 'pending') return wanted;
  if (!publishes(role)) return 'pending';
  if (wanted === 'private') return 'private';
  return isToCome ? 'future' : 'publish';
}

/**
 * The status that a record is served with after an update. What a contributor writes waits for an editor wherever it would
 * become public without; what is private stays private.
 */
export function statusAfter(role: Asking, { status, trashed }: Standing, asked?: Living | 'trash'): string {
  if (asked === 'trash' || (trashed && !asked)) return 'trash';
  if (!trashed && status === 'private' && (asked ?? 'private') === 'private') return 'private';
  return statusOfNew(role, asked ?? status, status === 'future');
}
