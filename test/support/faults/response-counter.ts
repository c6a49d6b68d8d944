import type { TimedResponse } from './timed-request.js';
import type { ResponseSample } from './write-loop.js';

/** Counts answers as they come. */
export class ResponseCounter {
  total = 0;
  /** Answers by which the service says that it cannot for the moment. */
  unavailable = 0;
  private readonly times: number[] = [];
  /** Answers other than those that were expected, in short. */
  readonly unexpected: string[] = [];

  /** @param isExpected whether an answer is one of those that are expected */
  constructor(private readonly isExpected: (answer: TimedResponse) => boolean) {}

  readonly record = (answer: TimedResponse): void => {
    const { name, status, text } = answer;
    this.count(answer);
    if (!this.isExpected(answer)) this.unexpected.push(`${name}: ${status} ${text.slice(0, 200)}`);
  };

  /** Those of writers, who refuse by themselves what is neither a create nor the fault's. */
  readonly recordSample = (taken: ResponseSample): void => {
    this.count(taken);
    if (taken.status === 503 && taken.retryAfter === undefined) this.unexpected.push('503 without Retry-After');
  };

  /** The longest that an answer took, in milliseconds. */
  get longest(): number {
    return this.percentile(1);
  }

  /** Within how many milliseconds this part of the answers came; 0 where there was none. */
  percentile(part: number): number {
    return this.times.toSorted((one, other) => one - other)[Math.ceil(this.times.length * part) - 1] ?? 0;
  }

  private count({ status, durationMs }: Pick<ResponseSample, 'status' | 'durationMs'>): void {
    this.total += 1;
    this.times.push(durationMs);
    if (status === 503) this.unavailable += 1;
  }
}

/** Whether what was asked was done. */
export const isSuccess = ({ status }: TimedResponse): boolean => status >= 200 && status < 300;

/** Whether it was done, or the answer says when to ask again. */
export const isSuccessOrUnavailable = (answer: TimedResponse): boolean => isSuccess(answer) || isUnavailable(answer);

const isUnavailable = ({ status, headers, text }: TimedResponse): boolean =>
  status === 503 && headers['retry-after'] !== undefined && text.includes('"unavailable"');

/** Whether it is the client's doing that nothing was done, or the answer says when to ask again; 0 is a connection that was closed. */
export const isNotServerError = (answer: TimedResponse): boolean => answer.status < 500 || isUnavailable(answer);
