import type { Request } from 'express';
import { ApiError, unavailable } from '../errors/api-error.js';
import { contextOf } from '../http/request-context.js';
import { Lanes } from '../turns/lanes.js';

/** Each has a connection for as long as it runs; of the twenty that a process has, the rest is for everybody else. */
const AT_ONCE = 8;

/** What is done in some five seconds. Each keeps its body in memory. */
const MOST_WAITING = 500;

const tooMany = () => new ApiError('too_many_requests', { headers: { 'Retry-After': '5' } });

/** Those without a key have lanes of their own: neither keeps the other waiting. */
const LANES = {
  keyed: new Lanes(AT_ONCE, MOST_WAITING, tooMany),
  plain: new Lanes(AT_ONCE, MOST_WAITING, tooMany),
};

/**
 * Carries out a write when its turn comes. What waits holds no connection, and so no limit of the database; its deadline ends its wait
 * for the client, and what nobody waits for any more gives its turn to the next.
 * @throws {ApiError} `too_many_requests` where too many wait; `unavailable` where nobody waits for it any more, or those before it have
 * waited for the database in vain
 */
export const inTurn = <Result>(
  request: Request,
  work: () => Promise<Result>,
  lanes: 'keyed' | 'plain' = 'keyed',
): Promise<Result> =>
  LANES[lanes].run(() => {
    if (contextOf(request).deadline.isUp || request.socket.destroyed) throw unavailable();
    return work();
  });
