import type { Request, Response } from 'express';
import { requestStateOf } from '../http/request/request-state.js';

/** A request that was answered, or given up by its client. */
export interface EndedRequest {
  readonly request: Request;
  readonly response: Response;
  readonly durationMs: number;
}

/** What stands for the route of an address that no route serves. */
export const UNMATCHED_ROUTE = 'unmatched';

/** The route as declared: one of a few, whatever clients send. */
export const routeOf = (request: Request): string => requestStateOf(request).route ?? UNMATCHED_ROUTE;

/** Whether the client went before it had the whole answer. */
export const isAborted = ({ response }: EndedRequest): boolean => !response.writableFinished;

/** Of an answer that has begun; `undefined` where the client went before. */
export const responseStatusOf = ({ response }: EndedRequest): number | undefined =>
  response.headersSent ? response.statusCode : undefined;
