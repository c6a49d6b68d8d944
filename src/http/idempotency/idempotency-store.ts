import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { sql, type SqlBool } from 'kysely';
import { Argon2id } from '../../kernel/concurrency/argon2id.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { Clock } from '../../kernel/time/clock.js';
import { sqlClockTimestamp, sqlNow } from '../../persistence/client/sql-now.js';
import { Housekeeping } from '../../persistence/maintenance/housekeeping.js';
import type { BufferedResponse } from '../request/buffer-response.js';
import { computeClaim, type IdempotencyClaim } from './idempotency-claim.js';

const RETENTION_INTERVAL_SQL = sql`interval '24 hours'`;

interface StoredResponseRow extends Omit<BufferedResponse, 'body'> {
  readonly fingerprint: Buffer;
  /** `null` for a response with a secret. */
  readonly body: string | null;
}

/** Stores responses to writes with an `Idempotency-Key`, in the transaction of the write. */
@Injectable()
export class IdempotencyStore {
  constructor(
    private readonly clock: Clock,
    private readonly argon2id: Argon2id,
    housekeeping: Housekeeping,
  ) {
    housekeeping.addRule({
      table: 'idempotency_keys',
      isExpired: (_configuration, now) => sql<SqlBool>`created_at <= ${now} - ${RETENTION_INTERVAL_SQL}`,
    });
  }

  computeClaim(request: Request, key: string): Promise<IdempotencyClaim> {
    return computeClaim(this.argon2id, request, key);
  }

  /**
   * Claims a key until the end of the transaction. A crash releases it.
   * @returns the stored response of an earlier request, `undefined` if there is none
   * @throws {ApiError} `request_in_progress`, `idempotency_conflict`; `conflict` if the response contained a secret and was not stored
   */
  async claim(em: EntityManager, { key, fingerprint }: IdempotencyClaim): Promise<BufferedResponse | undefined> {
    const isClaimed = await tryLockKey(em, key);
    const row = await this.purgeAndFindResponse(em, key, isClaimed);
    // A stored response is replayed without the claim, because another replay may hold it.
    if (!row && !isClaimed) throw new ApiError('request_in_progress');
    if (!row) return undefined;
    const { status, headers, body } = row;
    if (!row.fingerprint.equals(fingerprint)) throw new ApiError('idempotency_conflict');
    if (body === null) throw new ApiError('conflict', { detail: { key: 'errors.conflict.response_not_stored' } });
    return { status, headers, body };
  }

  async save(
    em: EntityManager,
    { key, fingerprint }: IdempotencyClaim,
    { status, headers, body }: BufferedResponse,
    isSecret: boolean,
  ): Promise<void> {
    await sql`
      insert into idempotency_keys (key, fingerprint, status, headers, body, created_at)
      values (${key}, ${fingerprint}, ${status}, ${JSON.stringify(isSecret ? {} : headers)}, ${isSecret ? null : String(body)},
        ${sqlClockTimestamp(this.clock)})`.execute(em.getKysely());
  }

  /**
   * Must be a separate statement after {@link tryLockKey}, to see what was committed before the lock was released. Only
   * the holder of the claim deletes an expired row, because a second deletion would wait for the first.
   */
  private async purgeAndFindResponse(
    em: EntityManager,
    key: Buffer,
    isClaimed: boolean,
  ): Promise<StoredResponseRow | undefined> {
    const expiry = sql`${sqlNow(this.clock)} - ${RETENTION_INTERVAL_SQL}`;
    const { rows } = await sql<StoredResponseRow>`
      with expired as (delete from idempotency_keys where ${isClaimed} and key = ${key} and created_at <= ${expiry})
      select fingerprint, status, headers, body from idempotency_keys
      where key = ${key} and created_at > ${expiry}`.execute(em.getKysely());
    return rows[0];
  }
}

/** Locks a key until the end of the transaction. Does not wait if another transaction holds it. */
async function tryLockKey(em: EntityManager, key: Buffer): Promise<boolean> {
  const lock = String(key.readBigInt64BE());
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${lock}::bigint) as locked`.execute(em.getKysely());
  return rows[0]?.locked === true;
}
