import type { ErrorCode, Problem } from './records.js';

/** A problem response of the service, as an error to throw. */
export class CalendarProblem extends Error {
  override readonly name = 'CalendarProblem';
  /** The whole problem, as served. */
  readonly problem: Problem;
  /** The response with the problem, for headers such as `Retry-After`. */
  readonly response: Response;

  constructor(problem: Problem, response: Response) {
    super(problem.detail);
    this.problem = problem;
    this.response = response;
  }

  /** The stable error code. A service newer than this client may have other codes. */
  get code(): ErrorCode {
    return this.problem.code;
  }

  /** The HTTP status. */
  get status(): number {
    return this.problem.status;
  }

  /** A message for each invalid parameter. */
  get params(): Readonly<Record<string, string>> {
    return this.problem.params ?? {};
  }
}

/** Whether a value is a problem of the service, and not, for example, the error page of a proxy. */
export function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false;
  const { code, status, detail } = value as Partial<Problem>;
  return typeof code === 'string' && typeof status === 'number' && typeof detail === 'string';
}

/**
 * The data of a result. Throws if there is an error.
 *
 * @throws CalendarProblem if the service responds with a problem
 * @throws Error for any other error response, such as that of a proxy. Its `cause` is the text of the response
 *
 * @example
 * const event = await orThrow(calendar.GET('/calendar/events/v1/events/{id}', { params: { path: { id: 7 } } }));
 */
export async function orThrow<Data>(
  result: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await result;
  if (response.ok) return data as Data;
  if (isProblem(error)) throw new CalendarProblem(error, response);
  throw new Error(`${response.status} ${response.statusText} from ${response.url}`, { cause: error });
}
