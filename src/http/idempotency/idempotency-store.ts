import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { sql, type SqlBool } from 'kysely';
import { ApiError } from '../../kernel/errors/api-error.js';
import { Argon2id } from '../../kernel/concurrency/argon2id.js';
import type { BufferedResponse } from '../request/response-exception.js';
import { Housekeeping } from '../../persistence/maintenance/housekeeping.js';
import type { RetentionRule } from '../../persistence/maintenance/retention-rule.js';
import { Clock } from '../../kernel/time/clock.js';
import { sqlClockTimestamp, sqlNow } from '../../persistence/client/sql-now.js';
import { createClaim, type IdempotencyClaim } from './idempotency-claim.js';

/** How long answers are kept. */
const RETENTION_INTERVAL_SQL = sql`interval '24 hours'`;

const RETENTION_RULE: RetentionRule = {
  table: 'idempotency_keys',
  isExpired: (_configuration, now) => sql<SqlBool>`created_at <= ${now} - ${RETENTION_INTERVAL_SQL}`,
};

interface StoredResponseRow extends Omit<BufferedResponse, 'body'> {
  readonly fingerprint: Buffer;
  /** `null` for an answer that holds a secret. */
  readonly body: string | null;
}

/** The answers to writes that brought a key, kept by the very transactions that wrote. */
@Injectable()
export class IdempotencyStore {
  constructor(
    private readonly clock: Clock,
    private readonly argon2id: Argon2id,
    housekeeping: Housekeeping,
  ) {
    housekeeping.addRule(RETENTION_RULE);
  }

  /** The claim of a request that has passed the guards to its key. */
  createClaim(request: Request, key: string): Promise<IdempotencyClaim> {
    return createClaim(this.argon2id, request, key);
  }

  /**
   * Claims a key until the end of the transaction; a process that dies frees it.
   * @returns the answer that was given already, `undefined` where there is none yet
   * @throws {ApiError} `request_in_progress`, `idempotency_conflict`; `conflict` for an answer that was not kept
   */
  async claim(em: EntityManager, { key, fingerprint }: IdempotencyClaim): Promise<BufferedResponse | undefined> {
    const isClaimed = await tryLockKey(em, key);
    const row = await this.findStoredResponse(em, key, isClaimed);
    // Whoever holds the claim may only be repeating the answer, too.
    if (!row && !isClaimed) throw new ApiError('request_in_progress');
    if (!row) return undefined;
    const { status, headers, body } = row;
    if (!row.fingerprint.equals(fingerprint)) throw new ApiError('idempotency_conflict');
    if (body === null) throw new ApiError('conflict', { detail: { key: 'errors.conflict.response_not_stored' } });
    return { status, headers, body };
  }

  /** Keeps an answer, or only that there was one. */
  async save(
    em: EntityManager,
    { key, fingerprint }: IdempotencyClaim,
    response: BufferedResponse,
    isSecret: boolean,
  ): Promise<void> {
    const { status, headers, body } = response;
    await sql`
      insert into idempotency_keys (key, fingerprint, status, headers, body, created_at)
      values (${key}, ${fingerprint}, ${status}, ${JSON.stringify(isSecret ? {} : headers)}, ${isSecret ? null : body},
        ${sqlClockTimestamp(this.clock)})`.execute(em.getKysely());
  }

  /**
   * Looked for only when the claim is decided: an earlier statement would not see what was committed meanwhile. Whoever has the claim
   * alone makes room, as another would wait for him.
   */
  private async findStoredResponse(
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

/** Claims it, if nobody else does. Nobody waits: whoever comes while the first request is at work is told so. */
async function tryLockKey(em: EntityManager, key: Buffer): Promise<boolean> {
  const lock = String(key.readBigInt64BE());
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${lock}::bigint) as locked`.execute(em.getKysely());
  return rows[0]?.locked === true;
}
