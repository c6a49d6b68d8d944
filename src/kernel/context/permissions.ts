import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { ApiError } from '../errors/api-error.js';
import { ROLES, type Principal, type Role } from './principal.js';
import { refusal } from '../errors/refusal.js';

/** What can be done with a record that exists. */
export type Action = 'read' | 'edit';

/** What rights ask of a record. One in the trash counts as what it was before. */
export interface Ownership {
  readonly authorId: number | null;
  /** Published, and its publication date has come. */
  readonly isPublic: boolean;
}

/** How a record stands to whoever asks. */
type Standing = 'own public' | 'own unpublished' | 'other public' | 'other unpublished';

const EVERYTHING: readonly Standing[] = ['own public', 'own unpublished', 'other public', 'other unpublished'];
const PUBLIC: readonly Standing[] = ['own public', 'other public'];

/** The rights over records: what decides on one, and the condition that finds those, are both read off this table. */
const RIGHTS: Readonly<Record<Principal['role'], Readonly<Record<Action, readonly Standing[]>>>> = {
  administrator: { read: EVERYTHING, edit: EVERYTHING },
  editor: { read: EVERYTHING, edit: EVERYTHING },
  author: { read: [...PUBLIC, 'own unpublished'], edit: ['own public', 'own unpublished'] },
  contributor: { read: [...PUBLIC, 'own unpublished'], edit: ['own unpublished'] },
  subscriber: { read: PUBLIC, edit: [] },
  anonymous: { read: PUBLIC, edit: [] },
};

const EDITORS: readonly Principal['role'][] = ['administrator', 'editor'];
const AUTHORS: readonly Principal['role'][] = [...EDITORS, 'author'];

/** What a role may do, whatever the record. */
const PRIVILEGES = {
  /** To edit records of some kind: whoever may, asks for other statuses than `publish`. */
  edit: [...AUTHORS, 'contributor'],
  /** To make records public: what others publish waits for an editor. */
  publish: AUTHORS,
  /** To name an image by an address that nobody has named before. */
  nameImages: AUTHORS,
  /** To create, edit and delete categories and tags. */
  editTerms: EDITORS,
  /** To delete for good. */
  erase: EDITORS,
  /** To make somebody else the author of a record. */
  nameAuthors: EDITORS,
  /** To list events that are kept out of lists. */
  listHidden: EDITORS,
  /** Users, the tokens of others, the audit. */
  administer: ['administrator'],
} as const satisfies Record<string, readonly Principal['role'][]>;

type Privilege = keyof typeof PRIVILEGES;

/** Whether the role of the principal allows this, whatever the record. */
export const may = ({ role }: Pick<Principal, 'role'>, privilege: Privilege): boolean =>
  (PRIVILEGES[privilege] as readonly string[]).includes(role);

/** The least powerful of the roles that may do this. */
export const leastWith = (privilege: Privilege): Role => ROLES.findLast((role) => may({ role }, privilege)) as Role;

/**
 * Refuses what the role of the principal does not allow.
 * @throws {ApiError} `unauthorized` for anonymous requests, `forbidden` for others
 */
export function assertMay(principal: Principal, privilege: Privilege): void {
  if (!may(principal, privilege)) throw notAllowed(principal);
}

/** What is answered to somebody whose role does not allow what he asks for. */
export const notAllowed = ({ role }: Principal): ApiError =>
  role === 'anonymous' ? refusal('unauthorized') : new ApiError('forbidden');

/** Whether the principal may do this with this record. {@link allowed} says the same in SQL. */
export function can(principal: Principal, action: Action, record: Ownership): boolean {
  const whose = principal.id !== null && record.authorId === principal.id ? 'own' : 'other';
  return RIGHTS[principal.role][action].includes(`${whose} ${record.isPublic ? 'public' : 'unpublished'}`);
}

/** Whether the principal may do this with every record. */
export const canAlways = ({ role }: Pick<Principal, 'role'>, action: Action): boolean =>
  RIGHTS[role][action].length === EVERYTHING.length;

/** The condition of what nobody keeps from anybody. */
export const everybody = (): RawBuilder<SqlBool> => ALWAYS;

/** Whether the principal reads what is his own before everybody else does. */
export const readsOwn = ({ role }: Pick<Principal, 'role'>): boolean =>
  RIGHTS[role].read.includes('own unpublished') && !canAlways({ role }, 'read');

/** The condition that everybody reads a row that is not in the trash. */
export function isPublic(alias: string, now: Expression<Date>): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<SqlBool>`(${column('status')} = 'publish' and ${column('published_at')} <= ${now})`;
}

/** The same of a row wherever it is: in the trash it counts as what it was when it got there, and does not fall due any more. */
export const isOrWasPublic = (alias: string, now: Expression<Date>): RawBuilder<SqlBool> =>
  isPublic(alias, sql<Date>`least(${now}, ${sql.ref(`${alias}.trashed_at`)})`);

/** Who asks, in a statement: his id may be what each request fills in. */
export interface Requester extends Pick<Principal, 'role'> {
  readonly id: number | null | RawBuilder<number | null>;
}

/**
 * The condition under which the principal may do this with a row of a table or alias with publishing columns, in the trash or not:
 * {@link can} in SQL.
 */
export function allowed(
  requester: Requester,
  action: Action,
  alias: string,
  now: Expression<Date>,
  everybodys = isOrWasPublic(alias, now),
): RawBuilder<SqlBool> {
  const standings = RIGHTS[requester.role][action];
  const [own, other] = (['own', 'other'] as const).map((whose) =>
    ofStanding(standings.includes(`${whose} public`), standings.includes(`${whose} unpublished`), everybodys),
  ) as [RawBuilder<SqlBool>, RawBuilder<SqlBool>];
  if (own === other) return own;
  // Nobody's record is no one's own, also where that is negated.
  const isOwn = sql<SqlBool>`(${sql.ref(`${alias}.author_id`)} = ${requester.id}) is true`;
  const asOwn = own === ALWAYS ? isOwn : sql<SqlBool>`(${isOwn} and ${own})`;
  // Nobody may do less with what is his own.
  return other === NEVER ? asOwn : sql<SqlBool>`(${other} or ${asOwn})`;
}

const ALWAYS = sql<SqlBool>`true`;
const NEVER = sql<SqlBool>`false`;

function ofStanding(whenPublic: boolean, whenNot: boolean, everybodys: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  if (whenPublic) return whenNot ? ALWAYS : everybodys;
  return whenNot ? sql<SqlBool>`${everybodys} is not true` : NEVER;
}

/** The condition under which rows may be read, the trash aside. */
export function readable(requester: Requester, alias: string, now: Expression<Date>): RawBuilder<SqlBool> {
  const kept = sql<SqlBool>`${sql.ref(`${alias}.trashed_at`)} is null`;
  const permitted = allowed(requester, 'read', alias, now, isPublic(alias, now));
  return permitted === ALWAYS ? kept : sql<SqlBool>`(${permitted} and ${kept})`;
}

/**
 * The condition under which a row shows all of itself: it hides nothing, or the principal may edit it.
 * @param isOpen whether it hides nothing
 */
export function unlessHidden(
  requester: Requester,
  alias: string,
  now: Expression<Date>,
  isOpen: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const permitted = allowed(requester, 'edit', alias, now);
  if (permitted === ALWAYS) return ALWAYS;
  return permitted === NEVER ? isOpen : sql<SqlBool>`(${isOpen} or ${permitted})`;
}

/** The condition under which rows in the trash may be read: by whoever may edit them. */
export function readableInTrash(requester: Requester, alias: string, now: Expression<Date>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(`${alias}.trashed_at`)} is not null and ${allowed(requester, 'edit', alias, now)})`;
}
