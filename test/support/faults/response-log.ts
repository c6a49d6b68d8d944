import type { TimedResponse } from './timed-request.js';

/** The recorded parts of a response. */
interface ResponseSample extends Pick<TimedResponse, 'status' | 'durationMs' | 'receivedAt'> {
  /** Status, error code and `Retry-After`. */
  readonly outcome: string;
}

/** Responses in order of arrival. Times are those of `performance.now()`. */
export class ResponseLog {
  /** Summaries of unexpected responses. */
  readonly unexpected: string[] = [];
  private readonly all: ResponseSample[] = [];

  /** @param isExpected by default a success, or 503 with `Retry-After` */
  constructor(private readonly isExpected: (answer: TimedResponse) => boolean = isSuccessOrUnavailable) {}

  readonly record = (answer: TimedResponse): void => {
    const { name, status, headers, text, body, durationMs, receivedAt } = answer;
    const outcome = `${status} ${String(body['code'])} ${String(headers['retry-after'])}`;
    this.all.push({ status, durationMs, receivedAt, outcome });
    if (!this.isExpected(answer)) this.unexpected.push(`${name}: ${status} ${text.slice(0, 200)}`);
  };

  get total(): number {
    return this.all.length;
  }

  /** Number of 503. */
  get unavailable(): number {
    return this.all.filter(({ status }) => status === 503).length;
  }

  /** Longest duration in milliseconds. */
  get longest(): number {
    return maxDuration(this.all);
  }

  /** Percentile of the durations in milliseconds; 0 without responses. */
  percentile(part: number): number {
    const times = this.all.map(({ durationMs }) => durationMs).toSorted((one, other) => one - other);
    return times[Math.ceil(times.length * part) - 1] ?? 0;
  }

  /** Responses received between two times. */
  between(from: number, to: number): readonly ResponseSample[] {
    return this.all.filter(({ receivedAt }) => receivedAt >= from && receivedAt < to);
  }

  /** Responses to requests that were sent and answered between two times. */
  within(from: number, to: number): readonly ResponseSample[] {
    return this.between(from, to).filter(({ receivedAt, durationMs }) => receivedAt - durationMs >= from);
  }

  /** Successes per second between two times. */
  rate(from: number, to: number): number {
    return (this.between(from, to).filter(isSuccess).length / (to - from)) * 1000;
  }

  /** The first success whose request was sent after a time. */
  firstSuccessAfter(moment: number): ResponseSample | undefined {
    return this.all.find((taken) => isSuccess(taken) && taken.receivedAt - taken.durationMs >= moment);
  }

  /** Figures to print. */
  summary() {
    const { total: responses, unavailable, unexpected, longest: longest_ms } = this;
    return { responses, unavailable, unexpected: unexpected.length, longest_ms };
  }
}

export const isSuccess = ({ status }: Pick<TimedResponse, 'status'>): boolean => status >= 200 && status < 300;

export const isSuccessOrUnavailable = (answer: TimedResponse): boolean => isSuccess(answer) || isUnavailable(answer);

const isUnavailable = ({ status, headers, body }: TimedResponse): boolean =>
  status === 503 && headers['retry-after'] !== undefined && body['code'] === 'unavailable';

/** Not a 5xx, except 503 with `Retry-After`. A closed connection (status 0) is not an error. */
export const isNotServerError = (answer: TimedResponse): boolean => answer.status < 500 || isUnavailable(answer);

/** Longest duration in milliseconds; 0 without responses. */
export const maxDuration = (answers: readonly Pick<ResponseSample, 'durationMs'>[]): number =>
  answers.reduce((most, { durationMs }) => Math.max(most, durationMs), 0);

/** Outcomes of responses that are not a complete 503 (`unavailable` with `Retry-After`). */
export const findInvalidUnavailable = (answers: readonly ResponseSample[]): string[] => [
  ...new Set(answers.map(({ outcome }) => outcome).filter((outcome) => !/^503 unavailable [1-9]/.test(outcome))),
];

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  return ((sorted[half] ?? Number.NaN) + (sorted[(sorted.length - 1) >> 1] ?? Number.NaN)) / 2;
}
