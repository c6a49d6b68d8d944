import { randomBytes } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Role } from '../kernel/context/principal.js';
import { Clock } from '../kernel/time/clock.js';
import { sqlNow } from '../persistence/client/sql-now.js';
import type { AuthenticatedUser } from './get-account.js';

/** Identity of a user at an OIDC issuer, or in the system that an extension authenticates with. */
interface ExternalUserKey {
  readonly issuer: string;
  readonly subject: string;
}

/** Users of an OIDC issuer, or of the authentication strategy of an extension. The first request creates them, with a generated name. */
@Injectable()
export class ExternalUsers {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates the user, or updates the stored role. Requests use the role of their token; the stored role is only for the list of users.
   */
  async upsert({ issuer, subject }: ExternalUserKey, role: Role): Promise<AuthenticatedUser> {
    const db = this.em.getKysely();
    const found = await sql<AuthenticatedUser>`
      select id, username, role from users where issuer = ${issuer} and subject = ${subject}`.execute(db);
    if (found.rows[0]?.role === role) return found.rows[0];
    const username = `oidc-${randomBytes(8).toString('hex')}`;
    const stored = await sql<AuthenticatedUser>`
      insert into users (username, role, issuer, subject, created_at)
      values (${username}, ${role}, ${issuer}, ${subject}, ${sqlNow(this.clock)})
      on conflict (issuer, subject) do update set role = excluded.role, version = users.version + 1
      returning id, username, role`.execute(db);
    return stored.rows[0] as AuthenticatedUser;
  }
}
