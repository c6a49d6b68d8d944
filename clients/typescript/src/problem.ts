import type { ErrorCode, Problem } from './records.js';

/** An answer of the service that says what is wrong, as an error to throw. */
export class CalendarProblem extends Error {
  override readonly name = 'CalendarProblem';
  /** The whole problem, as served. */
  readonly problem: Problem;
  /** The answer that it came in, for its headers, such as `Retry-After`. */
  readonly response: Response;

  constructor(problem: Problem, response: Response) {
    super(problem.detail);
    this.problem = problem;
    this.response = response;
  }

  /** What is wrong: a code that never changes. A service newer than this client may know further ones. */
  get code(): ErrorCode {
    return this.problem.code;
  }

  /** The status of HTTP. */
  get status(): number {
    return this.problem.status;
  }

  /** A message for each parameter that cannot be used. */
  get params(): Readonly<Record<string, string>> {
    return this.problem.params ?? {};
  }
}

/** Whether a value is a problem as the service answers it, and not, say, the error page of a proxy. */
export function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false;
  const { code, status, detail } = value as Partial<Problem>;
  return typeof code === 'string' && typeof status === 'number' && typeof detail === 'string';
}

/**
 * The data of an answer, for those who prefer exceptions.
 *
 * @throws CalendarProblem where the service says what is wrong
 * @throws Error where something before the service answered, its text being the `cause`
 *
 * @example
 * const event = await orThrow(calendar.GET('/calendar/events/v1/events/{id}', { params: { path: { id: 7 } } }));
 */
export async function orThrow<Data>(
  answer: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await answer;
  if (response.ok) return data as Data;
  if (isProblem(error)) throw new CalendarProblem(error, response);
  throw new Error(`${response.status} ${response.statusText} from ${response.url}`, { cause: error });
}
