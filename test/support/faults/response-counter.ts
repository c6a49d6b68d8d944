import type { TimedResponse } from './timed-request.js';
import type { ResponseSample } from './write-loop.js';

/** Counts responses. */
export class ResponseCounter {
  total = 0;
  /** Number of 503. */
  unavailable = 0;
  private readonly times: number[] = [];
  /** Summaries of unexpected responses. */
  readonly unexpected: string[] = [];

  constructor(private readonly isExpected: (answer: TimedResponse) => boolean) {}

  readonly record = (answer: TimedResponse): void => {
    const { name, status, text } = answer;
    this.count(answer);
    if (!this.isExpected(answer)) this.unexpected.push(`${name}: ${status} ${text.slice(0, 200)}`);
  };

  /** Records a response of the write loop, which rejects unexpected responses itself. */
  readonly recordSample = (taken: ResponseSample): void => {
    this.count(taken);
    if (taken.status === 503 && taken.retryAfter === undefined) this.unexpected.push('503 without Retry-After');
  };

  /** Longest duration in milliseconds. */
  get longest(): number {
    return this.percentile(1);
  }

  /** Percentile of the durations in milliseconds; 0 without responses. */
  percentile(part: number): number {
    return this.times.toSorted((one, other) => one - other)[Math.ceil(this.times.length * part) - 1] ?? 0;
  }

  private count({ status, durationMs }: Pick<ResponseSample, 'status' | 'durationMs'>): void {
    this.total += 1;
    this.times.push(durationMs);
    if (status === 503) this.unavailable += 1;
  }
}

export const isSuccess = ({ status }: TimedResponse): boolean => status >= 200 && status < 300;

export const isSuccessOrUnavailable = (answer: TimedResponse): boolean => isSuccess(answer) || isUnavailable(answer);

const isUnavailable = ({ status, headers, text }: TimedResponse): boolean =>
  status === 503 && headers['retry-after'] !== undefined && text.includes('"unavailable"');

/** Not a 5xx, except 503 with `Retry-After`. A closed connection (status 0) is not an error. */
export const isNotServerError = (answer: TimedResponse): boolean => answer.status < 500 || isUnavailable(answer);
