import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Role } from '../kernel/context/principal.js';
import { AccountError } from './account-error.js';

export interface Account {
  readonly id: number;
  readonly username: string;
  readonly role: Role;
  /** The identity provider; null for local users. */
  readonly issuer: string | null;
  readonly version: number;
}

/** The user of valid credentials. */
export type AuthenticatedUser = Pick<Account, 'id' | 'username' | 'role'>;

export type AccountKey = { readonly id: number } | { readonly username: string };

export const ACCOUNT_COLUMNS = sql`id, username, role, issuer, version`;

/** @throws {AccountError} `unknown_user` */
export async function getAccount(em: EntityManager, key: AccountKey, lockClause = sql``): Promise<Account> {
  const condition: RawBuilder<SqlBool> =
    'id' in key ? sql`id = ${key.id}` : sql`lower(username) = lower(${key.username})`;
  const { rows } = await sql<Account>`select ${ACCOUNT_COLUMNS} from users where ${condition} ${lockClause}`.execute(
    em.getKysely(),
  );
  const [user] = rows;
  if (user) return user;
  const username = 'id' in key ? String(key.id) : key.username;
  throw new AccountError('unknown_user', `There is no user named ${username}.`);
}
