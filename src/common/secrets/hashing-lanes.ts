import { ApiError } from '../errors/api-error.js';

/** Seconds after which those that wait now are through. */
const WAIT = '3';

/**
 * Lets a few tasks run at a time; the others wait, one after another, up to a number of them. Hashing takes a thread of those that
 * Node.js also decompresses bodies, reads files and looks names up with: passwords alone are never to have them all.
 */
export class HashingLanes {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /**
   * @param width tasks that run at the same time
   * @param mostWaiting tasks that wait meanwhile
   */
  constructor(
    width: number,
    private readonly mostWaiting: number,
  ) {
    this.#free = width;
  }

  /** @throws {ApiError} `too_many_requests` where too many wait already: then it is not run */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    await this.enter();
    try {
      return await task();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.#free > 0) return void (this.#free -= 1);
    if (this.#waiting.length >= this.mostWaiting)
      throw new ApiError('too_many_requests', { headers: { 'Retry-After': WAIT } });
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** A lane that somebody waits for is handed over, and never free in between. */
  private leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
