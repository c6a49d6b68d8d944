import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { ApiError, authenticationError, type FieldErrors } from '../errors/api-error.js';
import { ROLES, type Principal, type Role } from './principal.js';

type RecordAction = 'read' | 'edit';

/** The properties of a record that decide on access. A record in the trash counts as what it was before. */
export interface AccessAttributes {
  readonly authorId: number | null;
  /** Published, and the publication date has passed. */
  readonly isPublic: boolean;
}

/** For which records of an owner an action is allowed. */
type AllowedRecords = 'all' | 'public' | 'unpublished' | 'none';

interface AllowedRecordsByOwner {
  /** The caller's own records. A role never has fewer rights for them than for those of others. */
  readonly own: AllowedRecords;
  readonly others: AllowedRecords;
}

const ALL: AllowedRecordsByOwner = { own: 'all', others: 'all' };
const PUBLIC: AllowedRecordsByOwner = { own: 'public', others: 'public' };
const NONE: AllowedRecordsByOwner = { own: 'none', others: 'none' };

/** Permissions for records. {@link can} and {@link permittedCondition} both read this table. */
const PERMISSIONS: Readonly<Record<Principal['role'], Readonly<Record<RecordAction, AllowedRecordsByOwner>>>> = {
  administrator: { read: ALL, edit: ALL },
  editor: { read: ALL, edit: ALL },
  author: { read: { own: 'all', others: 'public' }, edit: { own: 'all', others: 'none' } },
  contributor: { read: { own: 'all', others: 'public' }, edit: { own: 'unpublished', others: 'none' } },
  subscriber: { read: PUBLIC, edit: NONE },
  anonymous: { read: PUBLIC, edit: NONE },
};

const EDITOR_ROLES: readonly Principal['role'][] = ['administrator', 'editor'];
const AUTHOR_ROLES: readonly Principal['role'][] = [...EDITOR_ROLES, 'author'];

/** What a role may do, independent of the record. */
const PRIVILEGES = {
  /** Edit records. Includes listing records with other statuses than `publish`. */
  editRecords: [...AUTHOR_ROLES, 'contributor'],
  /** Make records public. Records of other roles wait for an editor. */
  publish: AUTHOR_ROLES,
  /** Add an image by a URL that the service has not stored yet. */
  addImages: AUTHOR_ROLES,
  editTerms: EDITOR_ROLES,
  deletePermanently: EDITOR_ROLES,
  /** Set another user as the author of a record. */
  assignAuthors: EDITOR_ROLES,
  /** List events that are hidden from listings. */
  listHidden: EDITOR_ROLES,
  /** Manage users and the tokens of others, read the audit log. */
  administer: ['administrator'],
} as const satisfies Record<string, readonly Principal['role'][]>;

type Privilege = keyof typeof PRIVILEGES;

export const hasPrivilege = ({ role }: Pick<Principal, 'role'>, privilege: Privilege): boolean =>
  (PRIVILEGES[privilege] as readonly string[]).includes(role);

export const minimumRoleFor = (privilege: Privilege): Role =>
  ROLES.findLast((role) => hasPrivilege({ role }, privilege)) as Role;

/**
 * `unauthorized` for anonymous requests, `forbidden` for others.
 * @param params errors of the parameters with values that the role must not set
 */
export const accessDeniedError = ({ role }: Principal, params: FieldErrors = {}): ApiError =>
  role === 'anonymous' ? authenticationError('unauthorized') : new ApiError('forbidden', { params });

/** Whether a principal may read or edit a record. {@link permittedCondition} is the same in SQL. */
export function can(principal: Principal, action: RecordAction, record: AccessAttributes): boolean {
  const isOwn = principal.id !== null && record.authorId === principal.id;
  const allowed = PERMISSIONS[principal.role][action][isOwn ? 'own' : 'others'];
  return allowed === 'all' || allowed === (record.isPublic ? 'public' : 'unpublished');
}

export const canForAllRecords = ({ role }: Pick<Principal, 'role'>, action: RecordAction): boolean =>
  PERMISSIONS[role][action] === ALL;

const SQL_TRUE = sql<SqlBool>`true`;
const SQL_FALSE = sql<SqlBool>`false`;

/** The condition of tables without access control: every caller may read all rows. */
export const visibleToAllCondition = (): RawBuilder<SqlBool> => SQL_TRUE;

/** The condition that everybody may read a row, if it is not in the trash. */
export function publicIgnoringTrashCondition(alias: string, now: Expression<Date>): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<SqlBool>`(${column('status')} = 'publish' and ${column('published_at')} <= ${now})`;
}

/** {@link publicIgnoringTrashCondition} for rows that may be in the trash: whether they were public when they were moved there. */
export const publicBeforeTrashCondition = (alias: string, now: Expression<Date>): RawBuilder<SqlBool> =>
  publicIgnoringTrashCondition(alias, sql<Date>`least(${now}, ${sql.ref(`${alias}.trashed_at`)})`);

/** The caller in a statement. The id can be a placeholder, so that callers share the compiled statement. */
export interface SqlCaller extends Pick<Principal, 'role'> {
  readonly id: number | null | RawBuilder<number | null>;
}

/**
 * The condition that the caller may read or edit a row, in the trash or not. {@link can} is the same in code.
 * @param alias table or alias with publishing columns
 */
export function permittedCondition(
  caller: SqlCaller,
  action: RecordAction,
  alias: string,
  now: Expression<Date>,
): RawBuilder<SqlBool> {
  return conditionFromPermissions(caller, action, alias, publicBeforeTrashCondition(alias, now));
}

function conditionFromPermissions(
  caller: SqlCaller,
  action: RecordAction,
  alias: string,
  isPublicRow: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const { own, others } = PERMISSIONS[caller.role][action];
  const conditions: Readonly<Record<AllowedRecords, RawBuilder<SqlBool>>> = {
    all: SQL_TRUE,
    public: isPublicRow,
    unpublished: sql<SqlBool>`${isPublicRow} is not true`,
    none: SQL_FALSE,
  };
  if (own === others) return conditions[own];
  // Without an author the comparison is null. "is true" makes it false, so that it can be negated.
  const isOwn = sql<SqlBool>`(${sql.ref(`${alias}.author_id`)} = ${caller.id}) is true`;
  const ownCondition = own === 'all' ? isOwn : sql<SqlBool>`(${isOwn} and ${conditions[own]})`;
  return others === 'none' ? ownCondition : sql<SqlBool>`(${conditions[others]} or ${ownCondition})`;
}

/** The condition that the caller may read a row and it is not in the trash. */
export function readableCondition(caller: SqlCaller, alias: string, now: Expression<Date>): RawBuilder<SqlBool> {
  const isNotTrashed = sql<SqlBool>`${sql.ref(`${alias}.trashed_at`)} is null`;
  const isReader = conditionFromPermissions(caller, 'read', alias, publicIgnoringTrashCondition(alias, now));
  return isReader === SQL_TRUE ? isNotTrashed : sql<SqlBool>`(${isReader} and ${isNotTrashed})`;
}

/** The condition that the caller sees the complete row: it is not protected (`hasNoProtection`), or the caller may edit it. */
export function unprotectedRowCondition(
  caller: SqlCaller,
  alias: string,
  now: Expression<Date>,
  hasNoProtection: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const isEditor = permittedCondition(caller, 'edit', alias, now);
  if (isEditor === SQL_TRUE) return SQL_TRUE;
  return isEditor === SQL_FALSE ? hasNoProtection : sql<SqlBool>`(${hasNoProtection} or ${isEditor})`;
}

/** The condition that a row is in the trash and the caller may edit it, and therefore read it. */
export function readableInTrashCondition(caller: SqlCaller, alias: string, now: Expression<Date>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${alias}.trashed_at`)} is not null and ${permittedCondition(caller, 'edit', alias, now)})`;
}
