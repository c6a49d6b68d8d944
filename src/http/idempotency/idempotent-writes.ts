import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { sqlStateOf } from '../../persistence/client/database-errors.js';
import { WriteLimiter } from '../limits/write-limiter.js';
import { ProblemResponses } from '../problems/problem-responses.js';
import {
  applyBufferedResponse,
  bufferResponse,
  ResponseException,
  type BufferedResponse,
} from '../request/buffer-response.js';
import { idempotencyKey } from '../request/idempotency-key.js';
import { requestContextOf } from '../request/request-state.js';
import { isReplayable, RETURNS_SECRET_METADATA } from '../routes/response-storage.decorators.js';
import type { IdempotencyClaim } from './idempotency-claim.js';
import { IdempotencyStore } from './idempotency-store.js';

/** in_failed_sql_transaction (PostgreSQL manual, appendix A). */
const IN_FAILED_TRANSACTION_SQLSTATE = '25P02';

/** A request with its response and the handler of its route. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly handler: Function;
}

/**
 * Runs writes. A write with an `Idempotency-Key` runs once; a retry gets the first response. The claim of the key, the write and the
 * stored response are one transaction: transactions that services open inside it become savepoints.
 */
@Injectable()
export class IdempotentWrites {
  constructor(
    private readonly em: EntityManager,
    private readonly store: IdempotencyStore,
    private readonly problems: ProblemResponses,
    private readonly limiter: WriteLimiter,
  ) {}

  async run(write: Exchange, respond: () => Promise<unknown>): Promise<unknown> {
    const key = idempotencyKey(write.request);
    if (key === undefined) return this.limiter.run(write.request, 'plain', respond);
    const response = await this.limiter.run(write.request, 'keyed', () => this.executeOrReplay(write, key, respond));
    if (response.status >= 400) throw new ResponseException(response);
    return applyBufferedResponse(write.response, response);
  }

  private async executeOrReplay(
    write: Exchange,
    key: string,
    respond: () => Promise<unknown>,
  ): Promise<BufferedResponse> {
    const claim = await this.store.computeClaim(write.request, key);
    let response: BufferedResponse | undefined;
    try {
      return await this.em.transactional(async (em) => {
        const earlier = await this.store.claim(em, claim);
        // The exception rolls back, so that a replay does not clear the cache.
        if (earlier) throw new ResponseException(markReplayed(earlier));
        response = await this.execute(write, respond);
        await this.prepareCommit(em, write, claim, response);
        return response;
      });
    } catch (error) {
      if (error instanceof ResponseException) return error.response;
      // A statement failed outside a savepoint, which aborted the transaction: nothing was written or stored.
      if (response && response.status >= 400 && sqlStateOf(error) === IN_FAILED_TRANSACTION_SQLSTATE) return response;
      throw error;
    }
  }

  /** Runs the handler. An error becomes a response too. */
  private async execute({ request, response }: Exchange, respond: () => Promise<unknown>): Promise<BufferedResponse> {
    try {
      return await bufferResponse(response, respond);
    } catch (error) {
      // The client got 503 at the deadline: headers can no longer be set, and nothing may be stored.
      if (requestContextOf(request).deadline.isExpired) throw error;
      return this.problems.responseFor(error, request);
    }
  }

  /**
   * Stores the response before the commit. A 5xx response rolls back. After any other response that is not stored, the
   * transaction is committed too: failed password attempts must count.
   */
  private async prepareCommit(
    em: EntityManager,
    { request, handler }: Exchange,
    claim: IdempotencyClaim,
    response: BufferedResponse,
  ): Promise<void> {
    const { status } = response;
    if (status >= 500) throw new ResponseException(response);
    const isSecret = status < 400 && Reflect.getMetadata(RETURNS_SECRET_METADATA, handler) === true;
    if (isReplayable(status)) await this.store.save(em, claim, response, isSecret);
    // The write has flushed. Without entities, the commit has nothing to compare.
    em.clear();
    requestContextOf(request).deadline.beginCommit();
  }
}

const markReplayed = ({ headers, ...response }: BufferedResponse): BufferedResponse => ({
  ...response,
  headers: { ...headers, 'Idempotency-Replayed': 'true' },
});
