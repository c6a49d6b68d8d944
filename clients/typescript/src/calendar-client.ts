import type { Client, FetchOptions } from 'openapi-fetch';
import type { BodyOf, DataOf, PathOf, ProblemOf, Verb } from './operations.js';
import type { paths } from './schema.js';

/** What is sent with a request: its parameters and body, and what `fetch` takes beside. */
export type RequestOf<Operation> = Omit<FetchOptions<Operation>, 'body' | 'parseAs'> & SentBody<Operation>;

type SentBody<Operation> = Operation extends { requestBody: object }
  ? { body: BodyOf<Operation> }
  : { body?: BodyOf<Operation> };

/** How a request was answered: with `data`, or with an `error` that says why there is none. */
export type AnswerOf<Operation> =
  | { data: DataOf<Operation>; error?: never; response: Response }
  | { data?: never; error: ProblemOf<Operation>; response: Response };

/** A method takes a path that serves it; what it takes beside can only be left out where nothing is required. */
type Method<V extends Verb> = <Path extends PathOf<V>>(
  path: Path,
  ...request: object extends RequestOf<paths[Path][V]>
    ? [request?: RequestOf<paths[Path][V]>]
    : [request: RequestOf<paths[Path][V]>]
) => Promise<AnswerOf<paths[Path][V]>>;

/**
 * The client of `openapi-fetch`, with types that are stricter than its own: names of parameters and fields that the
 * interface does not know do not compile.
 */
export interface CalendarClient extends Pick<Client<paths>, 'use' | 'eject'> {
  GET: Method<'get'>;
  POST: Method<'post'>;
  PUT: Method<'put'>;
  PATCH: Method<'patch'>;
  DELETE: Method<'delete'>;
}
