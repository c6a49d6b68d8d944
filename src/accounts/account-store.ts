import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { FieldChange } from '../records/audit/audit-entry.entity.js';
import { addAuditEntry, OPERATOR_ACTOR, type Actor } from '../records/audit/add-audit-entry.js';
import type { Role } from '../kernel/context/principal.js';
import { sqlStateOf } from '../persistence/client/database-errors.js';
import { Precondition } from '../kernel/context/precondition.js';
import { removeUserAsAuthor } from '../records/crud/touch-referring-records.js';
import { SystemClock, type Clock } from '../kernel/time/clock.js';
import { sqlNow } from '../persistence/client/sql-now.js';
import { AccountError } from './account-error.js';
import { ACCOUNT_COLUMNS, getAccount, type Account, type AccountKey } from './get-account.js';
import { TokenStore, type TokenExpiry } from './token-store.js';
import { generateToken } from './token-format.js';

/** Control characters, line breaks and invisible characters. */
const FORBIDDEN_IN_USERNAME = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * Username as a pattern of JSON Schema: no {@link FORBIDDEN_IN_USERNAME} up to U+FFFF. It lists them because many tools read patterns
 * without Unicode properties, and without ranges beyond U+FFFF.
 */
export const USERNAME_PATTERN = String.raw`^[^\u0000-\u001f\u007f-\u009f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]+$`;

export const MAX_USERNAME_LENGTH = 200;

/** Timeout for the removal of a user, in milliseconds: that of a request. */
const USER_REMOVAL_TIMEOUT_MS = 15_000;

/** unique_violation (PostgreSQL manual, appendix A). */
const UNIQUE_VIOLATION = '23505';

/** Creates, lists, updates and removes users, for the first start, commands and requests. */
export class AccountStore {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock = new SystemClock(),
    private readonly actor: Actor = OPERATOR_ACTOR,
  ) {}

  /** Creates a user with a first token, which only this method returns. */
  async create(
    username: string,
    role: Role,
    token: string = generateToken(),
    expiry?: TokenExpiry,
  ): Promise<Account & { token: string }> {
    assertValidUsername(username);
    return this.em.transactional(async (em) => {
      const { rows } = await sql<Account>`
        insert into users (username, role, created_at) values (${username}, ${role}, ${sqlNow(this.clock)})
        on conflict (lower(username)) do nothing returning ${ACCOUNT_COLUMNS}`.execute(em.getKysely());
      if (!rows[0]) throw usernameTakenError(username);
      const user = rows[0];
      const changes = { username: { from: null, to: username }, role: { from: null, to: role } };
      addAuditEntry(em, this.actor, { action: 'create', kind: 'user', recordId: user.id, changes });
      await this.tokenStore(em).insert(user.id, token, expiry);
      return { ...user, token };
    });
  }

  /** All users, ordered by id. */
  async list(): Promise<Account[]> {
    return (await sql<Account>`select ${ACCOUNT_COLUMNS} from users order by id`.execute(this.em.getKysely())).rows;
  }

  /** Changes name or role. The role of the last local administrator, and of users of an identity provider, cannot be changed. */
  async update(
    key: AccountKey,
    { username, role }: { username?: string | undefined; role?: Role | undefined },
    precondition = Precondition.NONE,
  ): Promise<void> {
    if (username !== undefined) assertValidUsername(username);
    await this.em.transactional(async (em) => {
      const administrators = await lockLocalAdministrators(em);
      const user = await lockAndCheckAccount(em, key, precondition);
      const changes = {
        ...accountFieldChange('username', user, username),
        ...accountFieldChange('role', user, role),
      };
      if (Object.keys(changes).length === 0) return;
      if (changes.role) assertLocalUser(user);
      if (changes.role) assertNotLastAdministrator(user, administrators);
      addAuditEntry(em, this.actor, { action: 'update', kind: 'user', recordId: user.id, changes });
      const statement = sql`
        update users set username = coalesce(${username ?? null}, username), role = coalesce(${role ?? null}, role), version = version + 1
        where id = ${user.id}`;
      await statement.execute(em.getKysely()).catch((error: unknown) => {
        throw sqlStateOf(error) === UNIQUE_VIOLATION ? usernameTakenError(username ?? '') : error;
      });
    });
  }

  /** Removes a user with their tokens. Records stay, without an author. The last local administrator cannot be removed. */
  async remove(key: AccountKey, precondition = Precondition.NONE): Promise<void> {
    await this.em.transactional(async (em) => {
      const administrators = await lockLocalAdministrators(em);
      const user = await lockAndCheckAccount(em, key, precondition);
      assertNotLastAdministrator(user, administrators);
      // Removing the author updates every record of the user, which may exceed the usual timeout.
      await sql`set local statement_timeout = ${sql.lit(USER_REMOVAL_TIMEOUT_MS)}`.execute(em.getKysely());
      await removeUserAsAuthor(em, user);
      await sql`delete from users where id = ${user.id}`.execute(em.getKysely());
      const changes = { username: { from: user.username, to: null }, role: { from: user.role, to: null } };
      addAuditEntry(em, this.actor, { action: 'delete', kind: 'user', recordId: user.id, changes });
    });
  }

  /** Creates another token for a local user. Users of the identity provider get their tokens from the provider. */
  async createToken(key: AccountKey, expiry?: TokenExpiry): Promise<{ id: number; username: string; token: string }> {
    return this.em.transactional(async (em) => {
      const user = await getAccount(em, key);
      assertLocalUser(user);
      const token = generateToken();
      return { id: await this.tokenStore(em).insert(user.id, token, expiry), username: user.username, token };
    });
  }

  private tokenStore(em: EntityManager): TokenStore {
    return new TokenStore(em, this.clock, this.actor);
  }
}

const accountFieldChange = <Name extends 'username' | 'role'>(
  name: Name,
  user: Account,
  to: Account[Name] | undefined,
): Partial<Record<Name, FieldChange>> =>
  to === undefined || to === user[name] ? {} : ({ [name]: { from: user[name], to } } as Record<Name, FieldChange>);

/**
 * @throws {AccountError} `unknown_user`
 * @throws {ApiError} `precondition_failed`, `precondition_required`
 */
async function lockAndCheckAccount(em: EntityManager, key: AccountKey, precondition: Precondition): Promise<Account> {
  const user = await getAccount(em, key, sql`for update`);
  precondition.assertHolds(user.version);
  return user;
}

/** Locks all local administrators, before the user to write, so that two who remove each other are serialized. */
async function lockLocalAdministrators(em: EntityManager): Promise<readonly { id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users where role = 'administrator' and issuer is null order by id for no key update`.execute(
    em.getKysely(),
  );
  return rows;
}

/** A local administrator must remain, in case the identity provider is unavailable. */
function assertNotLastAdministrator({ id, username }: Account, administrators: readonly { id: number }[]): void {
  if (administrators.length === 1 && administrators[0]?.id === id)
    throw new AccountError('last_administrator', `${username} is the last administrator and cannot be removed.`);
}

function assertLocalUser(user: Account): void {
  if (user.issuer !== null) throw externalUserError(user);
}

const usernameTakenError = (username: string) =>
  new AccountError('username_taken', `A user named ${username} already exists.`);

const externalUserError = ({ username }: Account) =>
  new AccountError(
    'external_user',
    `${username} signs in through the identity provider, which also issues the tokens.`,
  );

/** Counts code points, as the database does, not UTF-16 units. */
function assertValidUsername(username: string): void {
  const { length } = [...username];
  if (length === 0 || length > MAX_USERNAME_LENGTH)
    throw new AccountError('username_length', `A user name must have 1 to ${MAX_USERNAME_LENGTH} characters.`);
  if (FORBIDDEN_IN_USERNAME.test(username))
    throw new AccountError('username_characters', 'A user name must not contain control characters or line breaks.');
}
