import { timingSafeEqual } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Authenticator } from '../common/auth/authenticator.js';
import type { Principal, Role } from '../common/auth/principal.js';
import { PREPARED } from '../common/statements/prepared.js';
import { CONFIGURATION, type Configuration } from '../config/configuration.js';
import { hashToken } from './tokens.js';

/** Knows the tokens of the service's own users, and `ADMIN_TOKEN`. */
@Injectable()
export class TokenAuthenticator extends Authenticator {
  constructor(
    private readonly em: EntityManager,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {
    super();
  }

  override async authenticate(token: string, username?: string): Promise<Principal | undefined> {
    const hash = hashToken(token);
    const user = this.isAdminToken(hash) ? await this.firstAdministrator() : await this.userOf(hash);
    if (!user || (username !== undefined && username.toLowerCase() !== user.username.toLowerCase())) return undefined;
    return user;
  }

  private isAdminToken(hash: Buffer): boolean {
    const { ADMIN_TOKEN } = this.configuration;
    return ADMIN_TOKEN !== undefined && timingSafeEqual(hashToken(ADMIN_TOKEN), hash);
  }

  private async firstAdministrator(): Promise<StoredUser | undefined> {
    const { rows } = await sql<StoredUser>`
      select ${PREPARED} id, username, role from users where role = 'administrator' order by id limit 1`.execute(
      this.em.getKysely(),
    );
    return rows[0];
  }

  private async userOf(hash: Buffer): Promise<StoredUser | undefined> {
    const { rows } = await sql<StoredUser>`
      select ${PREPARED} users.id, username, role from tokens join users on users.id = tokens.user_id
      where hash = ${hash} and revoked_at is null and (expires_at is null or expires_at > now())`.execute(
      this.em.getKysely(),
    );
    return rows[0];
  }
}

interface StoredUser {
  readonly id: number;
  readonly username: string;
  readonly role: Role;
}
