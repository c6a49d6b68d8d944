import {
  roleCanEdit,
  roleCanEditAny,
  roleHasRight,
  roleCanRead,
  roleCanEditAll,
  type ActiveStatus,
  type RoleRelation,
} from '../rights-table.js';
import { isTerm, ProblemError, type AnyRecord, type ModelContext, type PublishedRecord } from './model-state.js';

/** 8.6, 8.7, 8.9: the status without the trash; there a record counts as what it was. */
export function activeStatus(
  { state }: ModelContext,
  { status, publishedAt, trashedAt }: PublishedRecord,
): ActiveStatus {
  const present = trashedAt ?? state.now;
  return status === 'publish' && (publishedAt ?? present) > present ? 'future' : status;
}

export const statusOf = (asker: ModelContext, record: PublishedRecord): string =>
  record.trashedAt === null ? activeStatus(asker, record) : 'trash';

export const relationOf = (asker: ModelContext, record: PublishedRecord): RoleRelation => ({
  owner: record.author === asker.user.id ? 'own' : 'other',
  status: activeStatus(asker, record),
  trashed: record.trashedAt !== null,
});

/** 8.3, whether it lies in the trash or not. */
export const canReadIgnoringTrash = (asker: ModelContext, record: AnyRecord): boolean =>
  isTerm(record) || roleCanRead(asker.user.role, relationOf(asker, record));

export const canEdit = (asker: ModelContext, record: AnyRecord): boolean =>
  isTerm(record)
    ? roleHasRight(asker.user.role, 'create, edit, delete categories and tags')
    : roleCanEdit(asker.user.role, relationOf(asker, record));

/** 8.9: in the trash it is read by whoever may edit it. */
export const canRead = (asker: ModelContext, record: AnyRecord): boolean =>
  canReadIgnoringTrash(asker, record) && (isTerm(record) || record.trashedAt === null || canEdit(asker, record));

/** 8.9: what lies in the trash is in no event, and in no list but that of the trash. */
export const isVisible = (asker: ModelContext, record: PublishedRecord): boolean =>
  record.trashedAt === null && canReadIgnoringTrash(asker, record);

/** 8.14: whether a password keeps an event from who asks. */
export const isProtected = (asker: ModelContext, record: AnyRecord): boolean =>
  record.kind === 'event' && record.password !== null && !canEdit(asker, record);

/** 8.4: 401 for nobody, 403 for those who are known. */
export function assertAllowed({ user }: ModelContext, isAllowed: boolean): void {
  if (isAllowed) return;
  throw user.role === 'anonymous' ? new ProblemError(401, 'unauthorized') : new ProblemError(403, 'forbidden');
}

export const canEditAny = ({ user }: ModelContext): boolean => roleCanEditAny(user.role);
export const canEditAll = ({ user }: ModelContext): boolean => roleCanEditAll(user.role);
export const canCreate = ({ user }: ModelContext): boolean => roleHasRight(user.role, 'create');
