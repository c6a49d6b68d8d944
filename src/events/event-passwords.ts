import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { HashPurpose } from '../kernel/concurrency/argon2id.js';
import { PasswordAttemptLimiter } from './password-attempt-limiter.js';
import { PasswordHasher } from './password-hasher.js';
import { requiresPassword, isVisibleToCaller, type ProtectedEventRow } from './protected-event.js';

/** Hashes and verifies the passwords of events. */
@Injectable()
export class EventPasswords {
  constructor(
    private readonly em: EntityManager,
    private readonly attempts: PasswordAttemptLimiter,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * The hash to store for a password of a request body. `undefined` keeps the stored one, `null` removes it.
   * @throws {ApiError} `too_many_requests` if too many hashes are waiting
   */
  async hashInput(password: string | null | undefined): Promise<string | null | undefined> {
    return typeof password === 'string' ? this.hasher.hash(password) : password;
  }

  /**
   * Whether an event may be shown whole. A password that was sent costs the same, whether there is such an event, whether the
   * requester may know of it, and whether it has a password.
   * @throws {ApiError} `too_many_requests`
   */
  async grantsAccess(
    context: RequestContext,
    event: ProtectedEventRow | undefined,
    password: string | undefined,
  ): Promise<boolean> {
    const isProtected = event !== undefined && isVisibleToCaller(context, event) && requiresPassword(context, event);
    if (password === undefined) return !isProtected;
    if (isProtected) return this.matches('verify', context, event.id, password);
    await this.hasher.verify('verify', password, null);
    return true;
  }

  /**
   * Whether a password fits an event, as one that is sent along with a deletion must; any does where it has none.
   * @throws {ApiError} `too_many_requests`
   */
  async matches(
    purpose: HashPurpose,
    { clientAddress }: RequestContext,
    id: number,
    password: string,
  ): Promise<boolean> {
    const hash = await this.findHash(id);
    if (hash) return this.attempts.attempt(id, clientAddress, () => this.hasher.verify(purpose, password, hash));
    await this.hasher.verify(purpose, password, null);
    return true;
  }

  private async findHash(id: number): Promise<string | null | undefined> {
    const { rows } = await sql<{
      hash: string | null;
    }>`select password_hash as hash from events where id = ${id}`.execute(this.em.getKysely());
    return rows[0]?.hash;
  }
}
