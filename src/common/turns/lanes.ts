/**
 * Lets a few tasks run at a time; the others wait in memory, one after another, up to a number of them: what is short is never
 * taken by one kind of work alone.
 */
export class Lanes {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /**
   * @param width tasks that run at the same time
   * @param mostWaiting tasks that wait meanwhile
   * @param refusal what is thrown where so many wait already
   */
  constructor(
    width: number,
    private readonly mostWaiting: number,
    private readonly refusal: () => Error,
  ) {
    this.#free = width;
  }

  /** @throws the refusal where too many wait already: then it is not run */
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
    if (this.#waiting.length >= this.mostWaiting) throw this.refusal();
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** A lane that somebody waits for is handed over, and never free in between. */
  private leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
