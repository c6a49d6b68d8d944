import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { HashedFor } from '../kernel/concurrency/slow-hash.js';
import { PasswordAttempts } from './password-attempts.js';
import { isPassword } from './passwords.js';
import { hidesFrom, isKnownTo, type GuardedRow } from './protected-event.js';

/** The passwords of events: whom they let in. */
@Injectable()
export class EventPasswords {
  constructor(
    private readonly em: EntityManager,
    private readonly attempts: PasswordAttempts,
  ) {}

  /**
   * Whether an event may be shown whole. A password that was sent costs the same, whether there is such an event, whether the
   * requester may know of it, and whether it has a password.
   * @throws {ApiError} `too_many_requests`
   */
  async opens(context: RequestContext, event: GuardedRow | undefined, password: string | undefined): Promise<boolean> {
    const isGuarded = event !== undefined && isKnownTo(context, event) && hidesFrom(context, event);
    if (password === undefined) return !isGuarded;
    if (isGuarded) return this.fits('reading', context, event.id, password);
    await isPassword('reading', password, null);
    return true;
  }

  /**
   * Whether a password fits an event, as one that is sent along with a deletion must; any does where it has none.
   * @throws {ApiError} `too_many_requests`
   */
  async fits(hashedFor: HashedFor, { client }: RequestContext, id: number, password: string): Promise<boolean> {
    const hash = await this.hashOf(id);
    if (hash) return this.attempts.make(id, client, () => isPassword(hashedFor, password, hash));
    await isPassword(hashedFor, password, null);
    return true;
  }

  private async hashOf(id: number): Promise<string | null | undefined> {
    const { rows } = await sql<{
      hash: string | null;
    }>`select password_hash as hash from events where id = ${id}`.execute(this.em.getKysely());
    return rows[0]?.hash;
  }
}
