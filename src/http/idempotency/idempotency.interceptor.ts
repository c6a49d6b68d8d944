import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { sqlStateOf } from '../../persistence/client/database-errors.js';
import { ProblemResponses } from '../problems/problem-responses.js';
import { ResponseException, type BufferedResponse } from '../request/response-exception.js';
import { bufferResponse, applyResponse } from '../request/buffer-response.js';
import { isWrite } from '../request/methods.js';
import { contextOf } from '../request/request-state.js';
import { RETURNS_SECRET } from '../routes/returns-secret.decorator.js';
import { idempotencyKey } from '../request/idempotency-key.js';
import { isReplayable } from '../routes/is-replayable.js';
import { IdempotencyStore } from './idempotency-store.js';
import { WriteLimiter } from '../limits/write-limiter.js';
import type { IdempotencyClaim } from './idempotency-claim.js';

/** in_failed_sql_transaction (PostgreSQL manual, appendix A). */
const IN_FAILED_TRANSACTION = '25P02';

/**
 * Carries out a write that brings an `Idempotency-Key` once, and gives its first answer to whoever sends it again. The write, the
 * claim to its key and the answer are one transaction: what services open within is a part of it, as MikroORM finds the
 * transaction that a request is in.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly em: EntityManager,
    private readonly store: IdempotencyStore,
    private readonly problems: ProblemResponses,
    private readonly limiter: WriteLimiter,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = execution.switchToHttp();
    const request = http.getRequest<Request>();
    const key = idempotencyKey(request);
    if (key === undefined) return isWrite(request.method) ? from(this.runWithoutKey(request, next)) : next.handle();
    const returnsSecret = Reflect.getMetadata(RETURNS_SECRET, execution.getHandler()) === true;
    return from(this.runOnce({ request, response: http.getResponse<Response>(), key, returnsSecret }, next));
  }

  private async runOnce(write: KeyedWrite, next: CallHandler<unknown>): Promise<string> {
    const response = await this.limiter.run(write.request, async () => {
      const response = await this.executeOrReplay(write, next);
      if (response.status >= 400) throw new ResponseException(response);
      return response;
    });
    return applyResponse(write.response, response);
  }

  /** Nothing of it is stored, but the limit of concurrent writes is the same. */
  private runWithoutKey(request: Request, next: CallHandler<unknown>): Promise<unknown> {
    return this.limiter.run(request, () => lastValueFrom(next.handle(), { defaultValue: undefined }), 'plain');
  }

  private async executeOrReplay(write: KeyedWrite, next: CallHandler<unknown>): Promise<BufferedResponse> {
    const claim = await this.store.createClaim(write.request, write.key);
    let response: BufferedResponse | undefined;
    try {
      return await this.em.transactional(async (em) => {
        const earlier = await this.store.claim(em, claim);
        // Rolled back: what wrote nothing ends nothing that is cached.
        if (earlier) throw new ResponseException(markReplayed(earlier));
        response = await this.execute(write, next);
        await this.finish(em, write, claim, response);
        return response;
      });
    } catch (error) {
      if (error instanceof ResponseException) return error.response;
      // What the database refused outside of any savepoint has ended the transaction: nothing is written, or kept.
      if (response && response.status >= 400 && sqlStateOf(error) === IN_FAILED_TRANSACTION) return response;
      throw error;
    }
  }

  /** What comes of the write, an error included. */
  private async execute({ request, response }: KeyedWrite, next: CallHandler<unknown>): Promise<BufferedResponse> {
    try {
      return await bufferResponse(response, () => lastValueFrom(next.handle()));
    } catch (error) {
      // The client was answered 503 at the deadline: headers can no longer be set, and nothing may be stored.
      if (contextOf(request).deadline.isExpired) throw error;
      return this.problems.responseFor(error, request);
    }
  }

  /** Makes ready for the commit. Refusals that are not kept are committed all the same, as the wrong passwords that led to them count. */
  private async finish(
    em: EntityManager,
    write: KeyedWrite,
    claim: IdempotencyClaim,
    response: BufferedResponse,
  ): Promise<void> {
    const { status } = response;
    if (status >= 500) throw new ResponseException(response);
    if (isReplayable(status)) await this.store.save(em, claim, response, write.returnsSecret && status < 400);
    // Whoever wrote has flushed: nothing of what was read is to be compared again.
    em.clear();
    contextOf(write.request).deadline.beginCommit();
  }
}

/** A write that brings a key, and where its answer goes. */
interface KeyedWrite {
  readonly request: Request;
  readonly response: Response;
  readonly key: string;
  readonly returnsSecret: boolean;
}

const markReplayed = ({ headers, ...response }: BufferedResponse): BufferedResponse => ({
  ...response,
  headers: { ...headers, 'Idempotency-Replayed': 'true' },
});
