/** Concurrency limiter (bulkhead) with a bounded queue. */
export class ConcurrencyLimiter {
  private readonly queue: (() => void)[] = [];
  private freeSlots: number;

  /**
   * @param concurrency tasks that run at the same time
   * @param maxQueued tasks that may wait
   * @param queueFullError error for a task if the queue is full
   */
  constructor(
    concurrency: number,
    private readonly maxQueued: number,
    private readonly queueFullError: () => Error,
  ) {
    this.freeSlots = concurrency;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.freeSlots > 0) this.freeSlots -= 1;
    else if (this.queue.length >= this.maxQueued) throw this.queueFullError();
    else await new Promise<void>((start) => this.queue.push(start));
    try {
      return await task();
    } finally {
      // The slot passes to the next task in the queue, so that no other task takes it first.
      const next = this.queue.shift();
      if (next) next();
      else this.freeSlots += 1;
    }
  }
}
