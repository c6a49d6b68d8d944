/** Runs a few tasks at a time; up to a number of others wait in memory, one after another. */
export class Limiter {
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
    await new Promise<void>((enter) => this.#waiting.push(enter));
  }

  /** A place that somebody waits for is handed over, and never free in between. */
  private leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
