import { createHash } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Role } from '../../kernel/context/principal.js';
import { Clock } from '../../kernel/time/clock.js';
import { sqlNow } from '../../persistence/client/sql-now.js';
import type { AuthenticatedUser } from '../authenticated-user.js';

/** Whom an issuer vouches for. */
export interface OidcIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** Names that are tried for a user before giving up: somebody would have to have made them all. */
const MAX_USERNAME_ATTEMPTS = 100;

/** Users of an issuer: made when they first come, found by issuer and subject, and never by what they are called. */
@Injectable()
export class ExternalUsers {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  /** The user of an identity, with the role that the issuer gives it now; it is stored for those who look at the list of users. */
  async findOrCreate(identity: OidcIdentity, role: Role): Promise<AuthenticatedUser> {
    const user = (await this.findByIdentity(identity)) ?? (await this.create(identity, role));
    if (user.role !== role)
      await sql`update users set role = ${role}, version = version + 1 where id = ${user.id}`.execute(this.db);
    return { id: user.id, username: user.username, role };
  }

  private async findByIdentity({ issuer, subject }: OidcIdentity): Promise<AuthenticatedUser | undefined> {
    const { rows } = await sql<AuthenticatedUser>`
      select id, username, role from users where issuer = ${issuer} and subject = ${subject}`.execute(this.db);
    return rows[0];
  }

  /** Whichever of several first requests stores the user, all of them find it; a name that somebody else has taken gets a number. */
  private async create(identity: OidcIdentity, role: Role): Promise<AuthenticatedUser> {
    const { issuer, subject } = identity;
    const baseName = generateUsername(identity);
    for (let number = 1; number <= MAX_USERNAME_ATTEMPTS; number += 1) {
      const { rows } = await sql<AuthenticatedUser>`
        insert into users (username, role, issuer, subject, created_at)
        values (${number === 1 ? baseName : `${baseName}-${number}`}, ${role}, ${issuer}, ${subject}, ${sqlNow(this.clock)})
        on conflict do nothing returning id, username, role`.execute(this.db);
      const user = rows[0] ?? (await this.findByIdentity(identity));
      if (user) return user;
    }
    throw new Error(
      `No free username for a user of ${issuer}: ${baseName} to ${baseName}-${MAX_USERNAME_ATTEMPTS} are taken`,
    );
  }

  private get db() {
    return this.em.getKysely();
  }
}

/** The same for the same identity in every database, and without anything that the issuer knows about the person. */
function generateUsername({ issuer, subject }: OidcIdentity): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
  return `oidc-${digest.slice(0, 16)}`;
}
