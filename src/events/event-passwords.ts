import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { HashPurpose } from '../kernel/concurrency/argon2id.js';
import { can } from '../kernel/context/permissions.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { accessAttributesOf, type PublishableRow } from '../records/publishing/publishing.select.js';
import { PasswordAttemptLimiter } from './password-attempt-limiter.js';
import { PasswordHasher } from './password-hasher.js';

/** The columns of an event that decide whether the caller needs its password. */
type PasswordCheckRow = PublishableRow & { readonly password_protected: boolean };

/** Whether an event has a password that the caller needs, because the caller may not edit it. */
export const requiresPassword = ({ principal }: RequestContext, event: PasswordCheckRow): boolean =>
  event.password_protected && !can(principal, 'edit', accessAttributesOf(event));

@Injectable()
export class EventPasswords {
  constructor(
    private readonly em: EntityManager,
    private readonly attempts: PasswordAttemptLimiter,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * The hash to store for the password in a request. `undefined` keeps the stored one, `null` removes it.
   * @throws {ApiError} `too_many_requests` if too many hashes are waiting
   */
  async hashInput(password: string | null | undefined): Promise<string | null | undefined> {
    return typeof password === 'string' ? this.hasher.hash(password) : password;
  }

  /**
   * Whether the caller has the right password for an event, or needs none. Also true for a missing event and for one
   * that the caller may not read. A password is always hashed, so that the response time does not reveal whether the
   * event exists, is readable, or has a password.
   * @throws {ApiError} `too_many_requests`
   */
  async grantsAccess(
    context: RequestContext,
    event: PasswordCheckRow | undefined,
    password: string | undefined,
  ): Promise<boolean> {
    const isProtected = event !== undefined && isReadable(context, event) && requiresPassword(context, event);
    if (password === undefined) return !isProtected;
    if (isProtected) return this.matches('verify', context, event.id, password);
    await this.hasher.verify('verify', password, null);
    return true;
  }

  /**
   * Whether a password is the one of an event. Without a stored password, every password matches.
   * @throws {ApiError} `too_many_requests`
   */
  async matches(
    purpose: HashPurpose,
    { clientAddress }: RequestContext,
    id: number,
    password: string,
  ): Promise<boolean> {
    const { rows } = await sql<{
      hash: string | null;
    }>`select password_hash as hash from events where id = ${id}`.execute(this.em.getKysely());
    const hash = rows[0]?.hash;
    if (hash) return this.attempts.attempt(id, clientAddress, () => this.hasher.verify(purpose, password, hash));
    await this.hasher.verify(purpose, password, null);
    return true;
  }
}

const isReadable = ({ principal }: RequestContext, event: PasswordCheckRow): boolean =>
  !event.is_trashed && can(principal, 'read', accessAttributesOf(event));
