import type { TimedAnswer } from './timed-request.js';
import type { Taken } from './writers.js';

/** Counts answers as they come. */
export class Counting {
  asked = 0;
  /** Answers by which the service says that it cannot for the moment. */
  unavailable = 0;
  private readonly times: number[] = [];
  /** Answers other than those that were expected, in short. */
  readonly wrong: string[] = [];

  /** @param isRight whether an answer is one of those that are expected */
  constructor(private readonly isRight: (answer: TimedAnswer) => boolean) {}

  readonly add = (answer: TimedAnswer): void => {
    const { name, status, text } = answer;
    this.count(answer);
    if (!this.isRight(answer)) this.wrong.push(`${name}: ${status} ${text.slice(0, 200)}`);
  };

  /** Those of writers, who refuse by themselves what is neither a create nor the fault's. */
  readonly addTaken = (taken: Taken): void => {
    this.count(taken);
    if (taken.status === 503 && taken.retryAfter === undefined) this.wrong.push('503 without Retry-After');
  };

  /** The longest that an answer took, in milliseconds. */
  get longest(): number {
    return this.within(1);
  }

  /** Within how many milliseconds this part of the answers came; 0 where there was none. */
  within(part: number): number {
    return this.times.toSorted((one, other) => one - other)[Math.ceil(this.times.length * part) - 1] ?? 0;
  }

  private count({ status, took }: Pick<Taken, 'status' | 'took'>): void {
    this.asked += 1;
    this.times.push(took);
    if (status === 503) this.unavailable += 1;
  }
}

/** Whether what was asked was done. */
export const isDone = ({ status }: TimedAnswer): boolean => status >= 200 && status < 300;

/** Whether it was done, or the answer says when to ask again. */
export const isDoneOrUnavailable = (answer: TimedAnswer): boolean => isDone(answer) || isUnavailable(answer);

const isUnavailable = ({ status, headers, text }: TimedAnswer): boolean =>
  status === 503 && headers['retry-after'] !== undefined && text.includes('"unavailable"');

/** Whether it is the client's doing that nothing was done, or the answer says when to ask again; 0 is a connection that was closed. */
export const isNoFault = (answer: TimedAnswer): boolean => answer.status < 500 || isUnavailable(answer);
