import { timingSafeEqual } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { executeKept } from '../persistence/client/calendar-client.js';
import { Clock } from '../kernel/time/clock.js';
import { sqlNow } from '../persistence/sql-now.js';
import type { KnownUser } from './known-user.js';
import { LastUse } from './last-use.js';
import { hashToken, isMistyped } from './tokens.js';

interface TokenRow extends KnownUser {
  readonly token_id: number;
  readonly hash: Buffer;
}

/** Knows the tokens of the service's own users. */
@Injectable()
export class TokenAuthenticator {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly lastUse: LastUse,
  ) {}

  /** The user of a token that is valid at this moment. A token with a wrong checksum is looked up nowhere. */
  async userOf(token: string): Promise<KnownUser | undefined> {
    if (isMistyped(token)) return undefined;
    const hash = hashToken(token);
    const statement = sql<TokenRow>`
      select users.id, username, role, tokens.id as token_id, hash
      from tokens join users on users.id = tokens.user_id
      where hash = ${hash} and revoked_at is null and (expires_at is null or expires_at > ${sqlNow(this.clock)})`;
    const { rows } = await executeKept(statement, this.em.getKysely());
    const [row] = rows;
    if (!row || !timingSafeEqual(hash, row.hash)) return undefined;
    this.lastUse.note(row.token_id);
    return { id: row.id, username: row.username, role: row.role };
  }

  /** The first administrator of the service's own, whose token `ADMIN_TOKEN` is. */
  async firstAdministrator(): Promise<KnownUser | undefined> {
    const statement = sql<KnownUser>`
      select id, username, role from users where role = 'administrator' and issuer is null
      order by id limit 1`;
    const { rows } = await executeKept(statement, this.em.getKysely());
    return rows[0];
  }
}
