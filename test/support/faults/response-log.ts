import type { TimedResponse } from './request-loop.js';

/** The recorded parts of a response. */
interface ResponseSample extends Pick<TimedResponse, 'status' | 'durationMs' | 'receivedAt'> {
  /** Status, error code and `Retry-After`. */
  readonly outcome: string;
}

/** Responses in order of arrival. Times are those of `performance.now()`. */
export class ResponseLog {
  /** Summaries of unexpected responses. */
  readonly unexpected: string[] = [];
  private readonly samples: ResponseSample[] = [];

  /** @param isExpected by default a success, or 503 with `Retry-After` */
  constructor(private readonly isExpected: (response: TimedResponse) => boolean = isSuccessOrUnavailable) {}

  readonly record = (response: TimedResponse): void => {
    const { name, status, headers, text, body, durationMs, receivedAt } = response;
    const outcome = `${status} ${String(body['code'])} ${String(headers['retry-after'])}`;
    this.samples.push({ status, durationMs, receivedAt, outcome });
    if (!this.isExpected(response)) this.unexpected.push(`${name}: ${status} ${text.slice(0, 200)}`);
  };

  get total(): number {
    return this.samples.length;
  }

  /** Number of 503. */
  get unavailable(): number {
    return this.countOf(503);
  }

  /** Number of 429. */
  get overloaded(): number {
    return this.countOf(429);
  }

  /** Longest duration in milliseconds. */
  get longestMs(): number {
    return maxDuration(this.samples);
  }

  /** Responses received between two times. */
  between(startTime: number, endTime: number): readonly ResponseSample[] {
    return this.samples.filter(({ receivedAt }) => receivedAt >= startTime && receivedAt < endTime);
  }

  /** Responses between two times to requests that were sent between them, too. */
  within(startTime: number, endTime: number): readonly ResponseSample[] {
    return this.between(startTime, endTime).filter(
      ({ receivedAt, durationMs }) => receivedAt - durationMs >= startTime,
    );
  }

  /** Successes per second between two times. */
  successesPerSecond(startTime: number, endTime: number): number {
    return (this.between(startTime, endTime).filter(isSuccess).length / (endTime - startTime)) * 1000;
  }

  /** The first success whose request was sent after a time. */
  firstSuccessAfter(startTime: number): ResponseSample | undefined {
    return this.samples.find((sample) => isSuccess(sample) && sample.receivedAt - sample.durationMs >= startTime);
  }

  /** Figures to print. */
  summary() {
    const { total: responses, unavailable, overloaded, unexpected, longestMs: longest_ms } = this;
    return { responses, unavailable, overloaded, unexpected: unexpected.length, longest_ms };
  }

  private countOf(code: number): number {
    return this.samples.filter(({ status }) => status === code).length;
  }
}

export const isSuccess = ({ status }: Pick<TimedResponse, 'status'>): boolean => status >= 200 && status < 300;

const isSuccessOrUnavailable = (response: TimedResponse): boolean => isSuccess(response) || isUnavailable(response);

/** A success, 503 or 429. */
export const isSuccessOrRejected = (response: TimedResponse): boolean =>
  isSuccessOrUnavailable(response) || isOverloaded(response);

const isUnavailable = ({ status, headers, body }: TimedResponse): boolean =>
  status === 503 && headers['retry-after'] !== undefined && body['code'] === 'unavailable';

/** 429 with `Retry-After`: the service has more slow lists than it can run. */
const isOverloaded = ({ status, headers, body }: TimedResponse): boolean =>
  status === 429 && headers['retry-after'] !== undefined && body['code'] === 'too_many_requests';

/**
 * Highest fraction of responses that may be 429 in a fault test. After an outage, PostgreSQL has no statistics of new rows, and lists are slow
 * until it has analyzed them: with several times as many readers as slots for lists, a few wait too long.
 */
export const MAX_OVERLOADED = 1 / 500;

/** No 5xx other than 503 with `Retry-After`. A closed connection (status 0) is not an error. */
export const isNotServerError = (response: TimedResponse): boolean => response.status < 500 || isUnavailable(response);

/** Longest duration in milliseconds; 0 without responses. */
export const maxDuration = (responses: readonly Pick<ResponseSample, 'durationMs'>[]): number =>
  responses.reduce((longest, { durationMs }) => Math.max(longest, durationMs), 0);

/** Outcomes of responses that are not a complete 503 (`unavailable` with `Retry-After`). */
export const findInvalidUnavailable = (responses: readonly ResponseSample[]): string[] => [
  ...new Set(responses.map(({ outcome }) => outcome).filter((outcome) => !/^503 unavailable [1-9]/.test(outcome))),
];

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  return ((sorted[middle] ?? Number.NaN) + (sorted[(sorted.length - 1) >> 1] ?? Number.NaN)) / 2;
}
