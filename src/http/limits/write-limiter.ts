import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ConcurrencyLimiter } from '../../kernel/concurrency/concurrency-limiter.js';
import { ApiError, unavailableError } from '../../kernel/errors/api-error.js';
import { requestContextOf } from '../request/request-state.js';

/** Each write holds one of the 20 connections of a process. More concurrent writes would also wait too long for the locks of names and slugs. */
const MAX_CONCURRENT_WRITES = 8;

/** About five seconds of work. Each waiting write keeps its body in memory. */
const MAX_QUEUED_WRITES = 500;

const queueFullError = () => new ApiError('too_many_requests', { headers: { 'Retry-After': '5' } });

@Injectable()
export class WriteLimiter {
  /** Writes with and without an `Idempotency-Key` wait in separate queues and do not delay each other. */
  private readonly limiters = {
    keyed: new ConcurrencyLimiter(MAX_CONCURRENT_WRITES, MAX_QUEUED_WRITES, queueFullError),
    plain: new ConcurrencyLimiter(MAX_CONCURRENT_WRITES, MAX_QUEUED_WRITES, queueFullError),
  };

  /**
   * Runs a write when a slot is free. A waiting write holds no connection. It is not run if its deadline expires meanwhile, or if the
   * client of a keyed write disconnects: that client can retry with the same key.
   * @throws {ApiError} `too_many_requests` if the queue is full, `unavailable` if the write is not run
   */
  run<Result>(request: Request, kind: 'keyed' | 'plain', work: () => Promise<Result>): Promise<Result> {
    return this.limiters[kind].run(() => {
      const isAbandoned = kind === 'keyed' && request.socket.destroyed;
      if (isAbandoned || requestContextOf(request).deadline.isExpired) throw unavailableError();
      return work();
    });
  }
}
