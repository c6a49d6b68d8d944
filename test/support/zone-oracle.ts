const HOUR = 3600;
/** Days between two looks for a change: clocks that change for Ramadan keep the new time for four weeks. */
const STEP = 7 * 24 * HOUR;
/** No zone is further than 15 hours from UTC; a skipped day adds 24. */
const PROBES = [-40, -28, -16, -8, 0, 8, 16, 28, 40].map((hours) => hours * HOUR);

const byNumber = (one: number, other: number) => one - other;

/**
 * What a zone's clock shows by `Intl.DateTimeFormat` alone: a second opinion on `common/time`, which reckons otherwise.
 * Times are epoch seconds; wall clocks are written `YYYY-MM-DD HH:MM:SS`.
 */
export class ZoneOracle {
  private readonly format: Intl.DateTimeFormat;

  constructor(readonly name: string) {
    // Swedish writes dates as ISO 8601 does.
    this.format = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' });
  }

  /** The wall clock at an instant. */
  local(epoch: number): string {
    return this.format.format(epoch * 1000);
  }

  /** Seconds by which the wall clock is ahead of UTC. */
  offset(epoch: number): number {
    return wallSeconds(this.local(epoch)) - epoch;
  }

  /** The instants at which the clock shows a time, the earliest first: none in a gap, two in an overlap. */
  instants(local: string): number[] {
    const wall = wallSeconds(local);
    const offsets = new Set(this.offsetsAround(wall));
    return [...offsets]
      .map((offset) => wall - offset)
      .filter((epoch) => this.local(epoch) === local)
      .toSorted(byNumber);
  }

  /** The instant that a wall clock names: the earlier of two; of one that is skipped, as if the clock had not changed. */
  epoch(local: string): number {
    const [earliest] = this.instants(local);
    if (earliest !== undefined) return earliest;
    const wall = wallSeconds(local);
    return wall - (this.offsetsAround(wall)[0] ?? 0);
  }

  /** The first instants of each new offset within a stretch of time. */
  changes(from: number, to: number): number[] {
    const found: number[] = [];
    for (let at = from; at < to; at += STEP) {
      if (this.offset(at) !== this.offset(at + STEP)) found.push(this.change(at, at + STEP));
    }
    return found;
  }

  private change(before: number, after: number): number {
    if (after - before === 1) return after;
    const middle = Math.floor((before + after) / 2);
    return this.offset(middle) === this.offset(before) ? this.change(middle, after) : this.change(before, middle);
  }

  /** In the order of time, from well before a wall clock's instant to well after it. */
  private offsetsAround(wall: number): number[] {
    return PROBES.map((distance) => this.offset(wall + distance));
  }
}

/** The seconds of a wall clock's time, as if it were one of UTC. */
export const wallSeconds = (local: string): number => Date.parse(`${local.replace(' ', 'T')}Z`) / 1000;

/** A wall clock's time of its seconds. */
export const wallClock = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
