import { ApiError, unavailable } from '../errors/api-error.js';
import { Waits, waitsOfRequest } from './waits.js';

/** A task that waits. */
interface Waiting {
  readonly about: string;
  readonly waits: Waits;
  /** Until when its wait is on the account, by the process's steady clock. */
  counted: number;
  readonly enter: () => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Lets a few tasks run at a time; the others wait in memory, one after another, up to a number of them: what is short is never
 * taken by one kind of work alone. Where one has waited for the database in vain, those behind it would too: what they have waited
 * since something came of any that was about the same counts on the account of their request, and with that used up they are refused.
 */
export class Lanes {
  readonly #waiting: Waiting[] = [];
  #free: number;
  /** When something came of a task last, by what it was about. */
  readonly #cameOff = new Map<string, number>();

  /**
   * @param width tasks that run at the same time
   * @param mostWaiting tasks that wait meanwhile
   * @param refusal what is thrown where so many wait already
   * @param isOfNoUse whether an error says that a task has waited for something in vain that those behind it would wait for, too
   */
  constructor(
    width: number,
    private readonly mostWaiting: number,
    private readonly refusal: () => Error,
    private readonly isOfNoUse: (error: unknown) => boolean,
  ) {
    this.#free = width;
  }

  /**
   * @param about one of a few things that tasks are about: that something comes of one says nothing of the others
   * @throws the refusal where too many wait already: then it is not run
   * @throws {ApiError} `unavailable` where it has waited too long for tasks that came to nothing: then it is not run either
   */
  async run<Result>(task: () => Promise<Result>, about = ''): Promise<Result> {
    await this.enter(about);
    try {
      const result = await task();
      this.#cameOff.set(about, performance.now());
      return result;
    } catch (error) {
      if (this.isOfNoUse(error)) this.dismiss(error);
      else if (!isRefusal(error)) this.#cameOff.set(about, performance.now());
      throw error;
    } finally {
      this.leave();
    }
  }

  private async enter(about: string): Promise<void> {
    if (this.#free > 0) return void (this.#free -= 1);
    if (this.#waiting.length >= this.mostWaiting) throw this.refusal();
    const waits = waitsOfRequest() ?? new Waits();
    await new Promise<void>((enter, refuse) => {
      this.#waiting.push({ about, waits, counted: performance.now(), enter, refuse });
    });
  }

  private dismiss(cause: unknown): void {
    const now = performance.now();
    for (const each of this.#waiting.splice(0)) {
      each.waits.spend(now - Math.max(each.counted, this.#cameOff.get(each.about) ?? -Infinity));
      each.counted = now;
      if (each.waits.left > 0) this.#waiting.push(each);
      else each.refuse(unavailable(cause));
    }
  }

  /** A lane that somebody waits for is handed over, and never free in between. */
  private leave(): void {
    const next = this.#waiting.shift();
    if (next) next.enter();
    else this.#free += 1;
  }
}

/** Whether it was not even begun, which says nothing. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.code === 'unavailable';
