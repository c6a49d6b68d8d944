interface QueuedTask {
  readonly rank: number;
  start(): void;
}

/** How a task waits. */
export interface QueueOptions {
  /** Tasks with a lower rank start first, those with the same rank in order of arrival. */
  readonly rank?: number | undefined;
  /** Longest wait in milliseconds. After it, the task is rejected with the error for a full queue. */
  readonly maxWaitMs?: number | undefined;
}

/** Concurrency limiter (bulkhead) with a bounded queue. */
export class ConcurrencyLimiter {
  private readonly queue: QueuedTask[] = [];
  private freeSlots: number;

  /**
   * @param concurrency tasks that run at the same time
   * @param maxQueued tasks that may wait
   * @param queueFullError error for a task that finds the queue full, or waits too long
   */
  constructor(
    concurrency: number,
    private readonly maxQueued: number,
    private readonly queueFullError: () => Error,
  ) {
    this.freeSlots = concurrency;
  }

  async run<Result>(task: () => Promise<Result>, options: QueueOptions = {}): Promise<Result> {
    const release = await this.acquire(options);
    try {
      return await task();
    } finally {
      release();
    }
  }

  /**
   * Waits for a slot.
   * @returns a function that frees the slot. Call it once
   */
  async acquire(options: QueueOptions = {}): Promise<() => void> {
    if (this.freeSlots > 0) this.freeSlots -= 1;
    else if (this.queue.length >= this.maxQueued) throw this.queueFullError();
    else await this.waitForSlot(options);
    return () => this.release();
  }

  /** The slot passes to the next task in the queue, so that no other task takes it first. */
  private release(): void {
    const next = this.queue.shift();
    if (next) next.start();
    else this.freeSlots += 1;
  }

  private waitForSlot({ rank = 0, maxWaitMs }: QueueOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const expire = () => {
        this.queue.splice(this.queue.indexOf(queued), 1);
        reject(this.queueFullError());
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(expire, maxWaitMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const queued = { rank, start };
      const index = this.queue.findIndex((task) => task.rank > rank);
      this.queue.splice(index < 0 ? this.queue.length : index, 0, queued);
    });
  }
}
