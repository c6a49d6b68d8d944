import type { Request } from 'express';
import { ApiError, unavailable } from '../../kernel/errors/api-error.js';
import { isUnavailable } from '../../persistence/client/database-errors.js';
import { ReadyAnswer } from '../request/ready-answer.js';
import { contextOf, factsOf } from '../request/request-facts.js';
import { Lanes } from '../../kernel/concurrency/lanes.js';

/**
 * Each has a connection for as long as it runs; of the twenty that a process has, the rest is for everybody else. Those who want one name or slug
 * wait for each other in the database, where more of them would wait for longer than a lock may take.
 */
const AT_ONCE = 8;

/** What is done in some five seconds. Each keeps its body in memory. */
const MOST_WAITING = 500;

const tooMany = () => new ApiError('too_many_requests', { headers: { 'Retry-After': '5' } });

/** Whether a write has waited for the database in vain. */
export const isOfNoUse = (error: unknown): boolean =>
  error instanceof ReadyAnswer ? error.answer.status === 503 : isUnavailable(error);

/** Those without a key have lanes of their own: neither keeps the other waiting. */
const LANES = {
  keyed: new Lanes(AT_ONCE, MOST_WAITING, tooMany, isOfNoUse),
  plain: new Lanes(AT_ONCE, MOST_WAITING, tooMany, isOfNoUse),
};

/**
 * Carries out a write when its turn comes. What waits holds no connection, and so no limit of the database; its deadline ends its wait
 * for the client, and gives its turn to the next. Whoever sent a key may ask again: what he waits for no more does so, too.
 * @throws {ApiError} `too_many_requests` where too many wait; `unavailable` where nobody waits for it any more, or those before it have
 * waited for the database in vain
 */
export const inTurn = <Result>(
  request: Request,
  work: () => Promise<Result>,
  kind: keyof typeof LANES = 'keyed',
): Promise<Result> =>
  LANES[kind].run(() => {
    const isAbandoned = kind === 'keyed' && request.socket.destroyed;
    if (isAbandoned || contextOf(request).deadline.isUp) throw unavailable();
    return work();
  }, kindOf(request));

/** The kind of records that a request is about: the segment behind the namespace. */
const kindOf = (request: Request): string | undefined => factsOf(request).route?.split('/')[4];
