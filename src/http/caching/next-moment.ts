import type { Changes } from '../../persistence/transactions/changes.js';

/** What was found, by whom it may be used, and from when on it holds. */
interface Found {
  readonly generation: number;
  readonly from: number;
  readonly moment: Promise<number>;
}

/** A moment at which the clock changes answers: it is asked for once, until something is written or it has passed. */
export class NextMoment {
  #found: Found | undefined;

  /** @param find the first such moment after another; `Infinity` where there is none. Both in milliseconds since 1970. */
  constructor(
    private readonly changes: Changes,
    private readonly find: (after: number) => Promise<number>,
  ) {}

  /** The first such moment after another. */
  async after(from: number): Promise<number> {
    const known = this.#found;
    if (known && known.generation === this.changes.generation && known.from <= from) {
      const moment = await known.moment;
      if (moment > from) return moment;
    }
    const found = { generation: this.changes.generation, from, moment: this.find(from) };
    this.#found = found;
    // What could not be found is asked for again.
    found.moment.catch(() => this.#found === found && (this.#found = undefined));
    return found.moment;
  }
}
