import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { ApiError } from '../errors/api-error.js';
import { ROLES, type Principal, type Role } from './principal.js';
import { authenticationError } from '../errors/authentication-error.js';

/** What can be done with a record that exists. */
export type RecordAction = 'read' | 'edit';

/** What rights ask of a record. One in the trash counts as what it was before. */
export interface AccessAttributes {
  readonly authorId: number | null;
  /** Published, and its publication date has come. */
  readonly isPublic: boolean;
}

/** How a record stands to whoever asks. */
type AuthorRelation = 'own public' | 'own unpublished' | 'other public' | 'other unpublished';

const ALL_RELATIONS: readonly AuthorRelation[] = ['own public', 'own unpublished', 'other public', 'other unpublished'];
const PUBLIC_RELATIONS: readonly AuthorRelation[] = ['own public', 'other public'];

/** The rights over records: what decides on one, and the condition that finds those, are both read off this table. */
const PERMISSIONS: Readonly<Record<Principal['role'], Readonly<Record<RecordAction, readonly AuthorRelation[]>>>> = {
  administrator: { read: ALL_RELATIONS, edit: ALL_RELATIONS },
  editor: { read: ALL_RELATIONS, edit: ALL_RELATIONS },
  author: { read: [...PUBLIC_RELATIONS, 'own unpublished'], edit: ['own public', 'own unpublished'] },
  contributor: { read: [...PUBLIC_RELATIONS, 'own unpublished'], edit: ['own unpublished'] },
  subscriber: { read: PUBLIC_RELATIONS, edit: [] },
  anonymous: { read: PUBLIC_RELATIONS, edit: [] },
};

const EDITOR_ROLES: readonly Principal['role'][] = ['administrator', 'editor'];
const AUTHOR_ROLES: readonly Principal['role'][] = [...EDITOR_ROLES, 'author'];

/** What a role may do, whatever the record. */
const PRIVILEGES = {
  /** Edit records. Includes listing records with other statuses than `publish`. */
  editRecords: [...AUTHOR_ROLES, 'contributor'],
  /** To make records public: what others publish waits for an editor. */
  publish: AUTHOR_ROLES,
  /** Add an image by a URL that the service has not stored yet. */
  addImages: AUTHOR_ROLES,
  /** To create, edit and delete categories and tags. */
  editTerms: EDITOR_ROLES,
  /** Delete records permanently. */
  deletePermanently: EDITOR_ROLES,
  /** Set another user as the author of a record. */
  assignAuthors: EDITOR_ROLES,
  /** To list events that are kept out of lists. */
  listHidden: EDITOR_ROLES,
  /** Users, the tokens of others, the audit. */
  administer: ['administrator'],
} as const satisfies Record<string, readonly Principal['role'][]>;

type Privilege = keyof typeof PRIVILEGES;

/** Whether the role of the principal allows this, whatever the record. */
export const hasPrivilege = ({ role }: Pick<Principal, 'role'>, privilege: Privilege): boolean =>
  (PRIVILEGES[privilege] as readonly string[]).includes(role);

/** The least powerful of the roles that may do this. */
export const minimumRoleFor = (privilege: Privilege): Role =>
  ROLES.findLast((role) => hasPrivilege({ role }, privilege)) as Role;

/**
 * Refuses what the role of the principal does not allow.
 * @throws {ApiError} `unauthorized` for anonymous requests, `forbidden` for others
 */
export function assertPrivilege(principal: Principal, privilege: Privilege): void {
  if (!hasPrivilege(principal, privilege)) throw accessDeniedError(principal);
}

/** What is answered to somebody whose role does not allow what he asks for. */
export const accessDeniedError = ({ role }: Principal): ApiError =>
  role === 'anonymous' ? authenticationError('unauthorized') : new ApiError('forbidden');

/** Whether the principal may do this with this record. {@link permittedCondition} says the same in SQL. */
export function can(principal: Principal, action: RecordAction, record: AccessAttributes): boolean {
  const owner = principal.id !== null && record.authorId === principal.id ? 'own' : 'other';
  return PERMISSIONS[principal.role][action].includes(`${owner} ${record.isPublic ? 'public' : 'unpublished'}`);
}

/** Whether the principal may do this with every record. */
export const canForAllRecords = ({ role }: Pick<Principal, 'role'>, action: RecordAction): boolean =>
  PERMISSIONS[role][action].length === ALL_RELATIONS.length;

/** The condition of what nobody keeps from anybody. */
export const visibleToAllCondition = (): RawBuilder<SqlBool> => SQL_TRUE;

/** The condition that everybody reads a row that is not in the trash. */
export function publicCondition(alias: string, now: Expression<Date>): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<SqlBool>`(${column('status')} = 'publish' and ${column('published_at')} <= ${now})`;
}

/** The same of a row wherever it is: in the trash it counts as what it was when it got there, and does not fall due any more. */
export const publicBeforeTrashCondition = (alias: string, now: Expression<Date>): RawBuilder<SqlBool> =>
  publicCondition(alias, sql<Date>`least(${now}, ${sql.ref(`${alias}.trashed_at`)})`);

/** Who asks, in a statement: his id may be what each request fills in. */
export interface SqlCaller extends Pick<Principal, 'role'> {
  readonly id: number | null | RawBuilder<number | null>;
}

/**
 * The condition under which the principal may do this with a row of a table or alias with publishing columns, in the trash or not:
 * {@link can} in SQL.
 */
export function permittedCondition(
  caller: SqlCaller,
  action: RecordAction,
  alias: string,
  now: Expression<Date>,
): RawBuilder<SqlBool> {
  return permissionCondition(caller, action, alias, publicBeforeTrashCondition(alias, now));
}

/** @param isPublicRow the condition of rows that count as public */
function permissionCondition(
  caller: SqlCaller,
  action: RecordAction,
  alias: string,
  isPublicRow: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const relations = PERMISSIONS[caller.role][action];
  const [own, other] = (['own', 'other'] as const).map((owner) =>
    publicationCondition(
      relations.includes(`${owner} public`),
      relations.includes(`${owner} unpublished`),
      isPublicRow,
    ),
  ) as [RawBuilder<SqlBool>, RawBuilder<SqlBool>];
  if (own === other) return own;
  // Nobody's record is no one's own, also where that is negated.
  const isOwn = sql<SqlBool>`(${sql.ref(`${alias}.author_id`)} = ${caller.id}) is true`;
  const ownCondition = own === SQL_TRUE ? isOwn : sql<SqlBool>`(${isOwn} and ${own})`;
  // Nobody may do less with what is his own.
  return other === SQL_FALSE ? ownCondition : sql<SqlBool>`(${other} or ${ownCondition})`;
}

const SQL_TRUE = sql<SqlBool>`true`;
const SQL_FALSE = sql<SqlBool>`false`;

function publicationCondition(
  includesPublic: boolean,
  includesUnpublished: boolean,
  isPublicRow: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  if (includesPublic) return includesUnpublished ? SQL_TRUE : isPublicRow;
  return includesUnpublished ? sql<SqlBool>`${isPublicRow} is not true` : SQL_FALSE;
}

/** The condition under which rows may be read, the trash aside. */
export function readableCondition(caller: SqlCaller, alias: string, now: Expression<Date>): RawBuilder<SqlBool> {
  const isNotTrashed = sql<SqlBool>`${sql.ref(`${alias}.trashed_at`)} is null`;
  const isReader = permissionCondition(caller, 'read', alias, publicCondition(alias, now));
  return isReader === SQL_TRUE ? isNotTrashed : sql<SqlBool>`(${isReader} and ${isNotTrashed})`;
}

/**
 * The condition under which a row shows all of itself: it hides nothing, or the principal may edit it.
 * @param hasNoProtection whether it hides nothing
 */
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

/** The condition under which rows in the trash may be read: by whoever may edit them. */
export function readableInTrashCondition(caller: SqlCaller, alias: string, now: Expression<Date>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${alias}.trashed_at`)} is not null and ${permittedCondition(caller, 'edit', alias, now)})`;
}
