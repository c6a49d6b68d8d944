import type { Client, FetchOptions } from 'openapi-fetch';
import type { FieldNameOf, Fields, SelectedDataOf } from './fields.js';
import type { BodyOf, PathOf, ProblemOf, QueryOf, Verb } from './operations.js';
import type { paths } from './schema.js';

/**
 * Options of a request: its parameters and body, and options of `fetch`. `Selected` are the names in `fields`; without them, the request
 * accepts no `fields`.
 */
export type RequestOf<Operation, Selected extends Fields = []> = Omit<
  FetchOptions<WithoutFields<Operation>>,
  'body' | 'parseAs'
> &
  FieldsOption<Operation, Selected> &
  BodyOption<Operation>;

/** `fields` of an operation is typed by {@link FieldsOption}. */
type WithoutFields<Operation> = Operation extends { parameters: infer Parameters }
  ? Omit<Operation, 'parameters'> & {
      parameters: Omit<Parameters, 'query'> & { query?: Omit<QueryOf<Operation>, 'fields'> };
    }
  : Operation;

/** The compiler infers `Selected` from here. Names that the operation does not know do not compile. */
interface FieldsOption<Operation, Selected extends Fields> {
  params?: {
    query?: { fields?: Selected & readonly (string extends Selected[number] ? string : FieldNameOf<Operation>)[] };
  };
}

type BodyOption<Operation> = Operation extends { requestBody: object }
  ? { body: BodyOf<Operation> }
  : { body?: BodyOf<Operation> };

/** The result of a request: `data`, or an `error` that says why there is none. */
export type AnswerOf<Operation, Selected extends Fields = []> =
  | { data: SelectedDataOf<Operation, Selected>; error?: never; response: Response }
  | { data?: never; error: ProblemOf<Operation>; response: Response };

/** A method of the client. The options of a request can be omitted if none of them is required. */
type Method<V extends Verb> = <Path extends PathOf<V>, const Selected extends Fields = []>(
  path: Path,
  ...request: object extends RequestOf<paths[Path][V]>
    ? [request?: RequestOf<paths[Path][V], Selected>]
    : [request: RequestOf<paths[Path][V], Selected>]
) => Promise<AnswerOf<paths[Path][V], Selected>>;

/**
 * The client of `openapi-fetch` with stricter types: names of parameters and fields that the API does not have do not
 * compile.
 */
export interface CalendarClient extends Pick<Client<paths>, 'use' | 'eject'> {
  GET: Method<'get'>;
  POST: Method<'post'>;
  PUT: Method<'put'>;
  PATCH: Method<'patch'>;
  DELETE: Method<'delete'>;
}
