import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import { CHANGED } from '../records/audit/audit-entry.entity.js';
import { noteAudit, OPERATOR, type Actor } from '../records/audit/note-audit.js';
import { Precondition } from '../kernel/context/precondition.js';
import { SystemClock, type Clock } from '../kernel/time/clock.js';
import { sqlNow } from '../persistence/sql-now.js';
import type { AccountTables } from './user.entity.js';
import { AccountError } from './account-error.js';
import { readTokensOf, tokenVersion, type TokenRow } from './account.select.js';
import { findAccount, type AccountKey } from './find-account.js';
import { hashToken, newToken } from './tokens.js';

/** How long a token is valid where nothing is said, and at most, in days. */
export const TOKEN_DAYS = 365;
export const MOST_TOKEN_DAYS = 3650;

/** When a token ends: after some days, or at a moment. */
export type TokenEnd = { readonly days: number } | { readonly at: Date };

/** Tokens of users, whoever makes or ends them: commands, and requests. */
export class TokenStore {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock = new SystemClock(),
    private readonly by: Actor = OPERATOR,
  ) {}

  /**
   * Stores a token of a user, of which only the hash is kept; within a transaction.
   * @returns its id
   */
  async add(userId: number, token: string = newToken(), end: TokenEnd = { days: TOKEN_DAYS }): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      insert into tokens (user_id, hash, created_at, expires_at)
      values (${userId}, ${hashToken(token)}, ${this.now}, ${this.momentOf(end)})
      returning id`.execute(this.em.getKysely());
    const id = rows[0]?.id ?? 0;
    const told = { user: { from: null, to: userId }, token: CHANGED } as const;
    noteAudit(this.em, this.by, { action: 'create', kind: 'token', recordId: id, changes: told });
    return id;
  }

  /** The tokens of a user, by id, also those that have ended. */
  async of(key: AccountKey): Promise<TokenRow[]> {
    const { id } = await findAccount(this.em, key);
    return readTokensOf(this.em.getKysely<AccountTables>(), id);
  }

  /**
   * Ends a token at once; one that has ended before stays as it is.
   * @throws {AccountError} `unknown_token`
   * @throws {ApiError} `precondition_failed`, `precondition_required`
   */
  async revoke(id: number, precondition = Precondition.NONE): Promise<void> {
    await this.em.transactional(async (em) => {
      const { rows } = await sql<{ user: number; was: boolean }>`
        select user_id as user, revoked_at is not null as was from tokens where id = ${id} for update`.execute(
        em.getKysely(),
      );
      if (!rows[0]) throw new AccountError('unknown_token', { key: 'cli.accounts.unknown_token', args: { id } });
      precondition.assertHolds(tokenVersion(rows[0].was));
      if (rows[0].was) return;
      await sql`update tokens set revoked_at = ${this.now} where id = ${id}`.execute(em.getKysely());
      const changes = { user: { from: rows[0].user, to: null } };
      noteAudit(em, this.by, { action: 'revoke', kind: 'token', recordId: id, changes });
    });
  }

  private get now(): RawBuilder<Date> {
    return sqlNow(this.clock);
  }

  private momentOf(end: TokenEnd): RawBuilder<Date> {
    return 'at' in end
      ? sql<Date>`${end.at.toISOString()}::timestamptz`
      : sql<Date>`${this.now} + make_interval(days => ${end.days})`;
  }
}
