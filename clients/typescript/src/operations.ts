import type { paths } from './schema.js';

/** An HTTP method, as in the API document. */
export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have a method. */
export type PathOf<V extends Verb> = {
  [Path in keyof paths]: paths[Path] extends { [verb in V]: object } ? Path : never;
}[keyof paths];

/** The request body of an operation. */
export type BodyOf<Operation> = Operation extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** Parameters in the query string of an operation. */
export type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query extends object } }
  ? Query
  : object;

/** The data of a successful response. */
export type DataOf<Operation> = ContentOf<Operation, 'application/json'>;

/** A page of a list. The name of the member with its records depends on the list. */
export interface Page {
  readonly next_rest_url: string | null;
}

/** The problem in an error response. */
export type ProblemOf<Operation> = ContentOf<Operation, 'application/problem+json'>;

/** The content of those responses of an operation that have a media type. */
type ContentOf<Operation, MediaType extends string> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses]: Responses[Status] extends { content: { [type in MediaType]: infer Content } }
        ? Content
        : never;
    }[keyof Responses]
  : never;
