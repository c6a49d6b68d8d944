import type { Request, Response } from 'express';
import { factsOf } from '../http/request/request-facts.js';

/** A request that was answered, or given up by its client. */
export interface EndedRequest {
  readonly request: Request;
  readonly response: Response;
  /** In milliseconds. */
  readonly duration: number;
}

/** What stands for the route of an address that no route serves. */
export const UNMATCHED = 'unmatched';

/** The route as declared: one of a few, whatever clients send. */
export const routeOf = (request: Request): string => factsOf(request).route ?? UNMATCHED;

/** Whether the client went before it had the whole answer. */
export const isAborted = ({ response }: EndedRequest): boolean => !response.writableFinished;

/** Of an answer that has begun; `undefined` where the client went before. */
export const statusOf = ({ response }: EndedRequest): number | undefined =>
  response.headersSent ? response.statusCode : undefined;
