import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import { SECRET_CHANGED } from '../records/audit/audit-entry.entity.js';
import { addAuditEntry, OPERATOR_ACTOR, type Actor } from '../records/audit/add-audit-entry.js';
import { Precondition } from '../kernel/context/precondition.js';
import { SystemClock, type Clock } from '../kernel/time/clock.js';
import { sqlNow } from '../persistence/client/sql-now.js';
import type { AccountTables } from './user.entity.js';
import { AccountError } from './account-error.js';
import { readTokensByUser, tokenVersion, type TokenRow } from './account.select.js';
import { findAccount, type AccountKey } from './find-account.js';
import { hashToken, generateToken } from './token-format.js';

/** How long a token is valid where nothing is said, and at most, in days. */
export const DEFAULT_TOKEN_DAYS = 365;
export const MAX_TOKEN_DAYS = 3650;

/** When a token ends: after some days, or at a moment. */
export type TokenExpiry = { readonly days: number } | { readonly at: Date };

/** Tokens of users, whoever makes or ends them: commands, and requests. */
export class TokenStore {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock = new SystemClock(),
    private readonly actor: Actor = OPERATOR_ACTOR,
  ) {}

  /**
   * Stores a token of a user, of which only the hash is kept; within a transaction.
   * @returns its id
   */
  async insert(
    userId: number,
    token: string = generateToken(),
    expiry: TokenExpiry = { days: DEFAULT_TOKEN_DAYS },
  ): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into tokens (user_id, hash, created_at, expires_at)
      values (${userId}, ${hashToken(token)}, ${this.nowSql}, ${this.expiresAtSql(expiry)})
      returning id`.execute(this.em.getKysely());
    const id = rows[0]?.id ?? 0;
    const changes = { user: { from: null, to: userId }, token: SECRET_CHANGED } as const;
    addAuditEntry(this.em, this.actor, { action: 'create', kind: 'token', recordId: id, changes });
    return id;
  }

  /** The tokens of a user, by id, also those that have ended. */
  async listByUser(key: AccountKey): Promise<TokenRow[]> {
    const { id } = await findAccount(this.em, key);
    return readTokensByUser(this.em.getKysely<AccountTables>(), id);
  }

  /**
   * Ends a token at once; one that has ended before stays as it is.
   * @throws {AccountError} `unknown_token`
   * @throws {ApiError} `precondition_failed`, `precondition_required`
   */
  async revoke(id: number, precondition = Precondition.NONE): Promise<void> {
    await this.em.transactional(async (em) => {
      const { rows } = await sql<{ user: number; is_revoked: boolean }>`
        select user_id as user, revoked_at is not null as is_revoked from tokens where id = ${id} for update`.execute(
        em.getKysely(),
      );
      if (!rows[0]) throw new AccountError('unknown_token', `There is no token ${id}.`);
      precondition.assertHolds(tokenVersion(rows[0].is_revoked));
      if (rows[0].is_revoked) return;
      await sql`update tokens set revoked_at = ${this.nowSql} where id = ${id}`.execute(em.getKysely());
      const changes = { user: { from: rows[0].user, to: null } };
      addAuditEntry(em, this.actor, { action: 'revoke', kind: 'token', recordId: id, changes });
    });
  }

  private get nowSql(): RawBuilder<Date> {
    return sqlNow(this.clock);
  }

  private expiresAtSql(expiry: TokenExpiry): RawBuilder<Date> {
    return 'at' in expiry
      ? sql<Date>`${expiry.at.toISOString()}::timestamptz`
      : sql<Date>`${this.nowSql} + make_interval(days => ${expiry.days})`;
  }
}
