import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Role } from '../kernel/context/principal.js';
import type { AccountTables } from './user.entity.js';

export interface UserRow {
  readonly id: number;
  readonly username: string;
  readonly role: Role;
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly created_at: string;
  readonly version: number;
}

/** Times are RFC 3339, in UTC. */
export interface TokenRow {
  readonly id: number;
  readonly user_id: number;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
}

/** Version of a token for `If-Match`. Only a revocation changes it; a use does not. */
export const tokenVersion = (isRevoked: boolean): number => (isRevoked ? 2 : 1);

const utcTimestampSelection = (name: string) =>
  sql`to_char(${sql.ref(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as ${sql.ref(name.replace(/^.*\./, ''))}`;

const USER_COLUMNS = sql`u.id, u.username, u.role, u.issuer, u.subject, u.version, ${utcTimestampSelection('u.created_at')}`;

const TOKEN_COLUMNS = sql`
  k.id, k.user_id, ${utcTimestampSelection('k.created_at')}, ${utcTimestampSelection('k.expires_at')}, ${utcTimestampSelection('k.revoked_at')}, ${utcTimestampSelection('k.last_used_at')}`;

/** @param clauses the clauses after `from users as u`, such as `where u.id = 1` */
export async function readUsers(db: Kysely<AccountTables>, clauses: RawBuilder<unknown>): Promise<UserRow[]> {
  return (await sql<UserRow>`select ${USER_COLUMNS} from users as u ${clauses}`.execute(db)).rows;
}

/** @param clauses the clauses after `from tokens as k`, such as `where k.id = 1` */
export async function readTokens(db: Kysely<AccountTables>, clauses: RawBuilder<unknown>): Promise<TokenRow[]> {
  return (await sql<TokenRow>`select ${TOKEN_COLUMNS} from tokens as k ${clauses}`.execute(db)).rows;
}
