import { AsyncLocalStorage } from 'node:async_hooks';

/** How long one request may wait in all for what others have, in milliseconds. */
const MOST = 1_000;

/**
 * What a request may still wait for connections, and for turns that came to nothing: however many it needs one after another, it is
 * refused before its client has lost patience.
 */
export class Waits {
  #spent = 0;
  #waiting = 0;
  #since = 0;

  /** How much is left, in whole milliseconds: a timer, which knows no others, may be up a little early. */
  get left(): number {
    const running = this.#waiting > 0 ? performance.now() - this.#since : 0;
    return Math.max(0, Math.floor(MOST - this.#spent - running));
  }

  /** Counts some milliseconds. */
  spend(waited: number): void {
    this.#spent += waited;
  }

  /** Counts for how long something is waited for; where several are at the same time, once. */
  async during<Result>(wait: () => Promise<Result>): Promise<Result> {
    if (this.#waiting === 0) this.#since = performance.now();
    this.#waiting += 1;
    try {
      return await wait();
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.spend(performance.now() - this.#since);
    }
  }
}

const current = new AsyncLocalStorage<Waits>();

/** Does everything that comes of a request on one account. */
export const onOneAccount = <Result>(request: () => Result): Result => current.run(new Waits(), request);

/** Begins something on no account that no request waits for, though one has led to it. */
export const onNoAccount = <Result>(task: () => Result): Result => current.exit(task);

/** The account of the request that this is done for; `undefined` for what no request waits for. */
export const waitsOfRequest = (): Waits | undefined => current.getStore();
