import { timingSafeEqual } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { executePrepared } from '../persistence/client/postgres-client.js';
import { CONFIGURATION_TOKEN, type Configuration } from '../kernel/config/configuration.js';
import { Clock } from '../kernel/time/clock.js';
import { sqlNow } from '../persistence/client/sql-now.js';
import type { AuthenticatedUser } from './get-account.js';
import { TokenLastUseRecorder } from './token-last-use-recorder.js';
import { hashToken, hasInvalidChecksum } from './token-format.js';

interface CredentialRow extends AuthenticatedUser {
  readonly token_id: number;
  readonly hash: Buffer;
}

@Injectable()
export class TokenAuthenticator {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly lastUse: TokenLastUseRecorder,
    @Inject(CONFIGURATION_TOKEN) private readonly configuration: Configuration,
  ) {}

  /** The user of a valid token. A token with a wrong checksum is rejected without a query. */
  async authenticate(token: string): Promise<AuthenticatedUser | undefined> {
    if (hasInvalidChecksum(token)) return undefined;
    const hash = hashToken(token);
    const statement = sql<CredentialRow>`
      select users.id, username, role, tokens.id as token_id, hash
      from tokens join users on users.id = tokens.user_id
      where hash = ${hash} and revoked_at is null and (expires_at is null or expires_at > ${sqlNow(this.clock)})`;
    const { rows } = await executePrepared(statement, this.em.getKysely());
    const [row] = rows;
    if (!row || !timingSafeEqual(hash, row.hash)) return undefined;
    this.lastUse.record(row.token_id);
    return { id: row.id, username: row.username, role: row.role };
  }

  isAdminToken(token: string): boolean {
    const { ADMIN_TOKEN } = this.configuration;
    return ADMIN_TOKEN !== undefined && timingSafeEqual(hashToken(ADMIN_TOKEN), hashToken(token));
  }

  /** The user of `ADMIN_TOKEN`: the first local administrator. */
  async firstLocalAdministrator(): Promise<AuthenticatedUser | undefined> {
    const statement = sql<AuthenticatedUser>`
      select id, username, role from users where role = 'administrator' and issuer is null
      order by id limit 1`;
    const { rows } = await executePrepared(statement, this.em.getKysely());
    return rows[0];
  }
}
