import type { paths } from './schema.js';

/** A verb of HTTP, as the API document writes it. */
export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that serve a verb. */
export type PathOf<V extends Verb> = {
  [Path in keyof paths]: paths[Path] extends { [verb in V]: object } ? Path : never;
}[keyof paths];

/** What is sent as the body of an operation. */
export type BodyOf<Operation> = Operation extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

/** Parameters in the query string of an operation. */
export type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query extends object } }
  ? Query
  : object;

/** What an operation answers that succeeds. */
export type DataOf<Operation> = ContentOf<Operation, 'application/json'>;

/** A page of a list, under whatever name its records stand. */
export interface Page {
  readonly next_rest_url: string | null;
}

/** What an operation answers that fails. */
export type ProblemOf<Operation> = ContentOf<Operation, 'application/problem+json'>;

/** What the answers of an operation that are of a media type hold. */
type ContentOf<Operation, MediaType extends string> = Operation extends { responses: infer Answers }
  ? {
      [Status in keyof Answers]: Answers[Status] extends { content: { [type in MediaType]: infer Content } }
        ? Content
        : never;
    }[keyof Answers]
  : never;
