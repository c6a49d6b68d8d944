import { isTerm, ProblemError } from './records.js';
import type { AnyRecord, ModelContext, PublishedRecord, StoredStatus } from './records.js';

/** Callers, from the least powerful to the most powerful. */
const CALLER_ROLES = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;
export type CallerRole = (typeof CALLER_ROLES)[number];

/** Statuses of 8.6 without the trash. */
export const ACTIVE_STATUSES = ['publish', 'future', 'draft', 'pending', 'private'] as const;
export type ActiveStatus = (typeof ACTIVE_STATUSES)[number];
export const STATUSES: ReadonlySet<string> = new Set([...ACTIVE_STATUSES, 'trash']);

/** The table of 8.3. */
const PERMISSION_TABLE = `
| Right                                        | administrator, editor | author | contributor     | subscriber, anonymous |
| read published                               | ✓                     | ✓      | ✓               | ✓                     |
| read own unpublished                         | ✓                     | ✓      | ✓               | –                     |
| read others' draft, pending, future, private | ✓                     | –      | –               | –                     |
| create                                       | ✓                     | ✓      | ✓, never public | –                     |
| edit, delete own published                   | ✓                     | ✓      | –               | –                     |
| edit, delete own unpublished                 | ✓                     | ✓      | ✓               | –                     |
| edit, delete others', force                  | ✓                     | –      | –               | –                     |
| create, edit, delete categories and tags     | ✓                     | –      | –               | –                     |
| name a new image by URL                      | ✓                     | ✓      | –               | –                     |
`;

const [COLUMNS = [], ...ROWS] = PERMISSION_TABLE.trim()
  .split('\n')
  .map((line) => line.split('|').slice(1, -1))
  .map((cells) => cells.map((cell) => cell.trim()));

function cellOf(right: string, role: CallerRole): string {
  const column = COLUMNS.findIndex((roles) => roles.split(', ').includes(role));
  const cell = ROWS.find(([name]) => name === right)?.[column];
  if (cell === undefined) throw new Error(`8.3 has no row "${right}" for ${role}`);
  return cell;
}

/** Whether the table gives a role a right. `right` is the name of the row. */
const roleHasRight = (role: CallerRole, right: string): boolean => cellOf(right, role).startsWith('✓');

const EDIT_OTHERS = "edit, delete others', force";

/** Whether the caller may edit every record: 6.4, 6.14, 8.3. */
export const canEditAll = ({ user }: ModelContext): boolean => roleHasRight(user.role, EDIT_OTHERS);
export const canEditTerms = ({ user }: ModelContext): boolean =>
  roleHasRight(user.role, 'create, edit, delete categories and tags');
export const canCreate = ({ user }: ModelContext): boolean => roleHasRight(user.role, 'create');
/** Whether the caller may edit any record at all: 8.11. */
export const canEditAny = ({ user }: ModelContext): boolean =>
  [EDIT_OTHERS, 'edit, delete own published', 'edit, delete own unpublished'].some((right) =>
    roleHasRight(user.role, right),
  );

/** 8.6, 8.7, 8.9: the status without the trash. A record in the trash keeps the status from the time of its deletion. */
export function activeStatus(
  { state }: ModelContext,
  { status, publishedAt, trashedAt }: PublishedRecord,
): ActiveStatus {
  const asOf = Math.min(state.now, trashedAt ?? Infinity);
  return status === 'publish' && (publishedAt ?? asOf) > asOf ? 'future' : status;
}

/** The status as served. */
export const statusOf = (context: ModelContext, record: PublishedRecord): string =>
  record.trashedAt === null ? activeStatus(context, record) : 'trash';

const isOwn = ({ user }: ModelContext, { author }: PublishedRecord): boolean => author === user.id;

/** 8.3, as if no record were in the trash. */
export function canReadIgnoringTrash(context: ModelContext, record: AnyRecord): boolean {
  const { role } = context.user;
  if (isTerm(record) || activeStatus(context, record) === 'publish') return roleHasRight(role, 'read published');
  const right = isOwn(context, record) ? 'read own unpublished' : "read others' draft, pending, future, private";
  return roleHasRight(role, right);
}

export function canEdit(context: ModelContext, record: AnyRecord): boolean {
  if (isTerm(record)) return canEditTerms(context);
  if (!isOwn(context, record)) return canEditAll(context);
  const publication = activeStatus(context, record) === 'publish' ? 'published' : 'unpublished';
  return roleHasRight(context.user.role, `edit, delete own ${publication}`);
}

/** 8.9: a record in the trash is readable for callers who may edit it. */
export const canRead = (context: ModelContext, record: AnyRecord): boolean =>
  canReadIgnoringTrash(context, record) && (isTerm(record) || record.trashedAt === null || canEdit(context, record));

/** 8.9: a record in the trash is embedded nowhere, and listed only in the list of the trash. */
export const isVisible = (context: ModelContext, record: PublishedRecord): boolean =>
  record.trashedAt === null && canReadIgnoringTrash(context, record);

/** 8.14: whether the caller sees only the reduced form of an event. */
export const isProtected = (context: ModelContext, record: AnyRecord): boolean =>
  record.kind === 'event' && record.password !== null && !canEdit(context, record);

/** @throws {ProblemError} 401 for the anonymous caller, 403 for others (8.4) */
export function assertAllowed({ user }: ModelContext, isAllowed: boolean, ...names: string[]): void {
  if (isAllowed) return;
  throw user.role === 'anonymous' ? new ProblemError(401, 'unauthorized') : new ProblemError(403, 'forbidden', names);
}

const storedStatus = (status: ActiveStatus): StoredStatus => (status === 'future' ? 'publish' : status);

/** 8.3, 8.6, 8.7: the stored status of a new record. */
export function statusOnCreate({ user }: ModelContext, requested?: ActiveStatus): StoredStatus {
  const canPublish = cellOf('create', user.role) === '✓';
  const status = requested ?? (canPublish ? 'publish' : 'draft');
  return canPublish || status === 'draft' ? storedStatus(status) : 'pending';
}

/**
 * 8.3, 8.6, 8.9: the stored status of a record after an update. If a contributor's update would publish or schedule the
 * record, or make it private, the record becomes pending. A private record outside the trash stays private,
 * unless the update requests another status.
 */
export function statusOnUpdate(
  context: ModelContext,
  record: PublishedRecord,
  requested?: ActiveStatus | 'trash',
): StoredStatus | 'trash' {
  const isTrashed = record.trashedAt !== null;
  if (requested === 'trash' || (isTrashed && !requested)) return 'trash';
  if (!isTrashed && record.status === 'private' && (requested ?? 'private') === 'private') return 'private';
  return statusOnCreate(context, requested ?? record.status);
}

/**
 * Whether the contract says if a request may reference a record. It does not say so for a record in the trash that the
 * caller can read.
 */
export const isReferable = (context: ModelContext, record: AnyRecord): boolean =>
  !('trashedAt' in record) || record.trashedAt === null || !canEdit(context, record);
