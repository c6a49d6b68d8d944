import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { can } from '../common/auth/permissions.js';
import type { RequestContext } from '../common/http/request-context.js';
import { ownershipOf, type PublishingRow } from '../common/publishing/publishing.select.js';
import { PasswordAttempts } from './password-attempts.js';
import { hashPassword, isPassword } from './passwords.js';

/** An event as far as its password is concerned. */
type Guarded = PublishingRow & { readonly password_protected: boolean };

/** Whether an event with a password hides what it holds from the requester until he gives it. */
export const hidesFrom = ({ principal }: Pick<RequestContext, 'principal'>, event: Guarded): boolean =>
  event.password_protected && !can(principal, 'edit', ownershipOf(event));

/** The passwords of events: what is stored of them, and whom they let in. */
@Injectable()
export class EventPasswords {
  constructor(
    private readonly em: EntityManager,
    private readonly attempts: PasswordAttempts,
  ) {}

  /** What is stored of a password; `undefined` leaves the one there is, `null` takes it away. */
  async hash(password: string | null | undefined): Promise<string | null | undefined> {
    return typeof password === 'string' ? hashPassword(password) : password;
  }

  /**
   * Whether an event may be shown whole. A password that was sent costs the same, whether there is such an event, whether the
   * requester may know of it, and whether it has a password.
   * @throws {ApiError} `too_many_requests`
   */
  async opens(context: RequestContext, event: Guarded | undefined, password: string | undefined): Promise<boolean> {
    const isGuarded = event !== undefined && isReadable(context, event) && hidesFrom(context, event);
    if (password === undefined) return !isGuarded;
    if (isGuarded) return this.fits(context, event.id, password);
    await isPassword(password, null);
    return true;
  }

  /**
   * Whether a password fits an event, as one that is sent along with a deletion must; any does where it has none.
   * @throws {ApiError} `too_many_requests`
   */
  async fits({ client }: RequestContext, id: number, password: string): Promise<boolean> {
    const hash = await this.hashOf(id);
    if (hash) return this.attempts.make(id, client, () => isPassword(password, hash));
    await isPassword(password, null);
    return true;
  }

  private async hashOf(id: number): Promise<string | null | undefined> {
    const { rows } = await sql<{
      hash: string | null;
    }>`select password_hash as hash from events where id = ${id}`.execute(this.em.getKysely());
    return rows[0]?.hash;
  }
}

const isReadable = ({ principal }: RequestContext, event: Guarded): boolean =>
  !event.trashed && can(principal, 'read', ownershipOf(event));
