import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import { SECRET_CHANGED } from '../records/audit/audit-entry.entity.js';
import { addAuditEntry, OPERATOR_ACTOR, type Actor } from '../records/audit/add-audit-entry.js';
import { Precondition } from '../kernel/context/precondition.js';
import { SystemClock, type Clock } from '../kernel/time/clock.js';
import { sqlNow } from '../persistence/client/sql-now.js';
import type { AccountTables } from './user.entity.js';
import { AccountError } from './account-error.js';
import { readTokens, tokenVersion, type TokenRow } from './account.select.js';
import { getAccount, type AccountKey } from './get-account.js';
import { hashToken, generateToken } from './token-format.js';

/** Default and maximum validity of a token, in days. */
export const DEFAULT_TOKEN_DAYS = 365;
export const MAX_TOKEN_DAYS = 3650;

export type TokenExpiry = { readonly days: number } | { readonly at: Date };

/** Stores, lists and revokes tokens, for commands and requests. */
export class TokenStore {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock = new SystemClock(),
    private readonly actor: Actor = OPERATOR_ACTOR,
  ) {}

  /** Stores the hash of a token and returns its id. Call it within a transaction. */
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

  /** Tokens of a user, ordered by id, including expired and revoked ones. */
  async listByUser(key: AccountKey): Promise<TokenRow[]> {
    const { id } = await getAccount(this.em, key);
    return readTokens(this.em.getKysely<AccountTables>(), sql`where k.user_id = ${id} order by k.id`);
  }

  /**
   * Revokes a token immediately. A revoked token stays as it is.
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
