import type { Request } from 'express';
import { ApiError, unavailableError } from '../../kernel/errors/api-error.js';
import { contextOf } from '../request/request-state.js';
import { ConcurrencyLimiter } from '../../kernel/concurrency/concurrency-limiter.js';

/**
 * Each has a connection for as long as it runs; of the twenty that a process has, the rest is for everybody else. Those who want one name or slug
 * wait for each other in the database, where more of them would wait for longer than a lock may take.
 */
const MAX_CONCURRENT_WRITES = 8;

/** What is done in some five seconds. Each keeps its body in memory. */
const MAX_QUEUED_WRITES = 500;

const queueFullError = () => new ApiError('too_many_requests', { headers: { 'Retry-After': '5' } });

/** Those without a key wait for each other only: neither keeps the other waiting. */
const LIMITERS = {
  keyed: new ConcurrencyLimiter(MAX_CONCURRENT_WRITES, MAX_QUEUED_WRITES, queueFullError),
  plain: new ConcurrencyLimiter(MAX_CONCURRENT_WRITES, MAX_QUEUED_WRITES, queueFullError),
};

/**
 * Carries out a write when its turn comes. What waits holds no connection, and so no limit of the database; its deadline ends its wait
 * for the client, and gives its turn to the next. Whoever sent a key may ask again: what he waits for no more does so, too.
 * @throws {ApiError} `too_many_requests` where too many wait; `unavailable` where nobody waits for it any more
 */
export const runLimited = <Result>(
  request: Request,
  work: () => Promise<Result>,
  kind: keyof typeof LIMITERS = 'keyed',
): Promise<Result> =>
  LIMITERS[kind].run(() => {
    const isAbandoned = kind === 'keyed' && request.socket.destroyed;
    if (isAbandoned || contextOf(request).deadline.isExpired) throw unavailableError();
    return work();
  });
