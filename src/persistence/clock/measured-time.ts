/** What another clock showed at some moment between two of a steady one; all in milliseconds. */
export interface Reading {
  readonly sent: number;
  readonly shown: number;
  readonly received: number;
}

/** How far the other clock is ahead of the steady one: at least and at most, as it was known at a moment of the latter. */
interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly at: number;
}

/** By how much two clocks that nobody sets may drift apart: each is corrected by half a thousandth at most (adjtimex(2)). */
const DRIFT = 0.001;

/**
 * Another clock, told by a steady one and by readings. Each reading leaves open where between question and answer it was
 * taken; several together leave less, so that one slow answer does not matter. Where they contradict each other, that clock has
 * been set, or the steady one stood still, and the last reading alone counts.
 */
export class MeasuredTime {
  #bounds: Bounds | undefined;
  #ahead: number;

  /** @param ahead by how much the other clock is taken to be ahead before the first reading */
  constructor(ahead: number) {
    this.#ahead = ahead;
  }

  /** What the other clock shows at a moment of the steady one. */
  at(moment: number): number {
    return moment + this.#ahead;
  }

  /** Takes a reading into account; what was told so far is changed no more than it asks for. */
  take({ sent, shown, received }: Reading): void {
    const fresh = { least: shown - received, most: shown - sent, at: received };
    const both = this.#bounds && intersection(fresh, this.#bounds);
    const { least, most } = (this.#bounds = both ?? fresh);
    this.#ahead = both ? Math.min(Math.max(this.#ahead, least), most) : (least + most) / 2;
  }
}

/** What two readings leave open together, if they do not contradict each other. */
function intersection(fresh: Bounds, known: Bounds): Bounds | undefined {
  const drift = (fresh.at - known.at) * DRIFT;
  const least = Math.max(fresh.least, known.least - drift);
  const most = Math.min(fresh.most, known.most + drift);
  return least <= most ? { least, most, at: fresh.at } : undefined;
}
