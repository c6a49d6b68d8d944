import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Role } from '../common/auth/principal.js';
import { OperatorError } from '../common/errors/operator-error.js';
import type { Database } from '../database/database.js';
import { hashToken, newToken } from './tokens.js';

/** How long a token is valid, in days. */
const TOKEN_DAYS = 365;
/** Most characters of a user's name. */
const LONGEST_NAME = 200;

/** A user as commands show it. */
export interface Account {
  readonly id: number;
  readonly username: string;
  readonly role: Role;
}

/** A request about accounts that cannot be carried out; it names users as who made it typed them. */
export class AccountError extends OperatorError {
  override readonly name = 'AccountError';
}

/** Users and their tokens, for the first start and the commands. */
export class Accounts {
  constructor(private readonly em: EntityManager) {}

  /** Creates a user with a first token, which is shown this once. */
  async create(username: string, role: Role, token: string = newToken()): Promise<Account & { token: string }> {
    checkName(username);
    return this.em.transactional(async (em) => {
      const account = await em
        .getKysely<Database>()
        .insertInto('users')
        .values({ username, role, created_at: new Date() } as never)
        .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
        .returning(['id', 'username', 'role'])
        .executeTakeFirst();
      if (!account) throw new AccountError({ key: 'cli.accounts.exists', args: { username } });
      await new Accounts(em).addToken(account.id, token);
      return { ...account, token };
    });
  }

  /** Every user, by id. */
  list(): Promise<Account[]> {
    return this.em.getKysely<Database>().selectFrom('users').select(['id', 'username', 'role']).orderBy('id').execute();
  }

  /** Removes a user and its tokens; records stay, without author. The last administrator cannot be removed. */
  async remove(username: string): Promise<void> {
    await this.em.transactional(async (em) => {
      const db = em.getKysely<Database>();
      const administrators = await db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'administrator')
        .orderBy('id')
        .forUpdate()
        .execute();
      const user = await new Accounts(em).find(username);
      if (administrators.length === 1 && administrators[0]?.id === user.id) {
        throw new AccountError({ key: 'cli.accounts.last_administrator', args: { username: user.username } });
      }
      await db.deleteFrom('users').where('id', '=', user.id).execute();
    });
  }

  /** Makes a further token for a user. */
  async createToken(username: string): Promise<{ id: number; username: string; token: string }> {
    const user = await this.find(username);
    const token = newToken();
    return { id: await this.addToken(user.id, token), username: user.username, token };
  }

  /** Ends a token at once. */
  async revokeToken(id: number): Promise<void> {
    const { rows } = await sql`
      update tokens set revoked_at = coalesce(revoked_at, now()) where id = ${id} returning id`.execute(
      this.em.getKysely(),
    );
    if (rows.length === 0) throw new AccountError({ key: 'cli.accounts.unknown_token', args: { id } });
  }

  private async find(username: string): Promise<Account> {
    const user = await this.em
      .getKysely<Database>()
      .selectFrom('users')
      .select(['id', 'username', 'role'])
      .where(sql<boolean>`lower(username) = lower(${username})`)
      .executeTakeFirst();
    if (!user) throw new AccountError({ key: 'cli.accounts.unknown_user', args: { username } });
    return user;
  }

  private async addToken(userId: number, token: string): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into tokens (user_id, hash, created_at, expires_at)
      values (${userId}, ${hashToken(token)}, now(), now() + make_interval(days => ${TOKEN_DAYS}))
      returning id`.execute(this.em.getKysely());
    return rows[0]?.id ?? 0;
  }
}

/** As the database has it: it counts characters, not UTF-16 units. */
function checkName(username: string): void {
  const { length } = [...username];
  if (length === 0 || length > LONGEST_NAME) {
    throw new AccountError({ key: 'cli.accounts.name_length', args: { most: LONGEST_NAME } });
  }
}
