import type { ResponseSample } from './write-loop.js';

/** Responses in order of arrival. Times are those of `performance.now()`. */
export interface ResponseLog {
  record(taken: ResponseSample): void;
  /** Responses received between two times. */
  between(from: number, to: number): readonly ResponseSample[];
  /** Successes per second between two times. */
  rate(from: number, to: number): number;
  /** The first success whose request was sent after a time. */
  firstSuccessAfter(moment: number): ResponseSample | undefined;
  summary(): ResponseSummary;
}

export interface ResponseSummary {
  readonly responses: number;
  readonly unavailable: number;
  readonly other5xx: number;
  readonly broken: number;
  readonly longest_ms: number;
}

const isSuccess = ({ status }: ResponseSample): boolean => status >= 200 && status < 300;

export function startResponseLog(): ResponseLog {
  const all: ResponseSample[] = [];
  const count = (which: (taken: ResponseSample) => boolean) => all.filter(which).length;
  const between = (from: number, to: number) => all.filter(({ receivedAt }) => receivedAt >= from && receivedAt < to);
  return {
    record: (taken) => void all.push(taken),
    between,
    rate: (from, to) => (between(from, to).filter(isSuccess).length / (to - from)) * 1000,
    firstSuccessAfter: (moment) =>
      all.find((taken) => isSuccess(taken) && taken.receivedAt - taken.durationMs >= moment),
    summary: () => ({
      responses: all.length,
      unavailable: count(({ status }) => status === 503),
      other5xx: count(({ status }) => status >= 500 && status !== 503),
      broken: count(({ status }) => status === 0),
      longest_ms: maxDuration(all),
    }),
  };
}

/** Longest duration in milliseconds; 0 without responses. */
export const maxDuration = (answers: readonly ResponseSample[]): number =>
  answers.reduce((most, { durationMs }) => Math.max(most, durationMs), 0);

/** Summaries of responses that are not a complete 503 (`unavailable` with `Retry-After`). */
export function findInvalidUnavailable(answers: readonly ResponseSample[]): string[] {
  const unlike = answers.filter(
    ({ status, retryAfter, body }) => status !== 503 || !Number(retryAfter) || body['code'] !== 'unavailable',
  );
  return [
    ...new Set(unlike.map(({ status, retryAfter, body }) => `${status} ${String(body['code'])} ${String(retryAfter)}`)),
  ];
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  return ((sorted[half] ?? Number.NaN) + (sorted[(sorted.length - 1) >> 1] ?? Number.NaN)) / 2;
}
