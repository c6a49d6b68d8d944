import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError, unavailableError } from '../../kernel/errors/api-error.js';
import { requestContextOf } from '../request/request-state.js';
import { ConcurrencyLimiter } from '../../kernel/concurrency/concurrency-limiter.js';

/**
 * Each has a connection for as long as it runs; of the twenty that a process has, the rest is for everybody else. Those who want one name or slug
 * wait for each other in the database, where more of them would wait for longer than a lock may take.
 */
const MAX_CONCURRENT_WRITES = 8;

/** What is done in some five seconds. Each keeps its body in memory. */
const MAX_QUEUED_WRITES = 500;

const queueFullError = () => new ApiError('too_many_requests', { headers: { 'Retry-After': '5' } });

/** Limits the concurrent writes of an application. */
@Injectable()
export class WriteLimiter {
  /** Writes with and without a key wait in separate queues: neither keeps the other waiting. */
  private readonly limiters = {
    keyed: new ConcurrencyLimiter(MAX_CONCURRENT_WRITES, MAX_QUEUED_WRITES, queueFullError),
    plain: new ConcurrencyLimiter(MAX_CONCURRENT_WRITES, MAX_QUEUED_WRITES, queueFullError),
  };

  /**
   * Runs a write when its turn comes. A waiting write holds no connection, and so no limit of the database. If its deadline expires
   * meanwhile, or the client of a keyed write disconnects, it is not run: a client may repeat a request that has a key.
   * @throws {ApiError} `too_many_requests` if the queue is full; `unavailable` if nobody waits for the write any more
   */
  run<Result>(request: Request, work: () => Promise<Result>, kind: 'keyed' | 'plain' = 'keyed'): Promise<Result> {
    return this.limiters[kind].run(() => {
      const isAbandoned = kind === 'keyed' && request.socket.destroyed;
      if (isAbandoned || requestContextOf(request).deadline.isExpired) throw unavailableError();
      return work();
    });
  }
}
