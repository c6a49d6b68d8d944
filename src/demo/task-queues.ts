/**
 * Lines of work that go on at the same time, each in its order.
 * @example
 * const lines = new Lines();
 * const first = lines.add('creates', () => create('a'));
 * lines.add('translations', async () => translate(await first));
 * await lines.end();
 */
export class TaskQueues {
  private readonly tails = new Map<string, Promise<unknown>>();
  private readonly failures: unknown[] = [];

  /**
   * Puts work at the end of a line. It is not begun once anything has failed, in whatever line.
   * @returns what the work returns
   */
  enqueue<Result>(queue: string, work: () => Promise<Result>): Promise<Result> {
    const previous = this.tails.get(queue) ?? Promise.resolve();
    const done = previous.then(() => {
      if (this.failures.length > 0) throw this.failures[0];
      return work();
    });
    this.tails.set(queue, done);
    done.catch((error: unknown) => this.failures.push(error));
    return done;
  }

  /**
   * Waits until nothing is going on any more. Nothing may be added meanwhile.
   * @throws what failed first
   */
  async drain(): Promise<void> {
    await Promise.allSettled(this.tails.values());
    if (this.failures.length > 0) throw this.failures[0];
  }
}
