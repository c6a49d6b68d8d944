import { drive, type Driven } from './drive.js';
import { median, ratio } from './format.js';
import type { BenchOptions } from './options.js';
import type { Server } from './processes.js';
import type { RequestKind, Sent } from './requests.js';

/** Results of a kind of request. All figures are medians of the rounds. */
export interface Comparison {
  readonly kind: string;
  readonly measured: Driven;
  /** Figures of the server that is compared with. */
  readonly base: Driven;
  /** Ratio of the median rates. */
  readonly ratio: number | undefined;
  /** Lowest and highest ratio of a single round. */
  readonly spread: readonly [number, number];
  /** Minimum of `ratio`. */
  readonly goal: number | undefined;
}

/** Number of connections that all comparisons use, and the goals apply to. */
const CONNECTIONS = 16;

export type Driveable = Pick<RequestKind, 'name' | 'draw' | 'writes'> & { readonly goal?: number };

/** The measured server, and the server that it is compared with. */
type Pair = readonly [measured: Server, base: Server];

/** Results of the rounds, by kind. */
export type Rounds = Map<string, Results[]>;
type Results = readonly [measured: Driven, base: Driven];

/**
 * Measures two servers in turn (A B, B A, A B …), never both at once, with requests of each kind. The first round is a
 * warm-up, so that the code is compiled and the connections are open.
 * @param measured receives the results
 */
export async function driveInTurn(
  pair: Pair,
  kinds: readonly Driveable[],
  { rounds, seconds }: Pick<BenchOptions, 'rounds' | 'seconds'>,
  measured: Rounds = new Map(),
): Promise<Rounds> {
  // Creates come last, because they lengthen the lists.
  for (const group of [kinds.filter(({ writes }) => !writes), kinds.filter(({ writes }) => writes)]) {
    for (let round = 0; round <= rounds; round += 1) {
      for (const { name, draw } of group) {
        const results = await driveBoth(pair, draw, seconds, round % 2 === 0);
        if (round > 0) measured.set(name, [...(measured.get(name) ?? []), results]);
      }
    }
  }
  return measured;
}

/** Measures both servers one after the other. The measured one comes first unless `isReversed`. */
async function driveBoth(
  [measured, base]: Pair,
  draw: () => Sent,
  seconds: number,
  isReversed: boolean,
): Promise<Results> {
  const load = { connections: CONNECTIONS, seconds };
  if (!isReversed) return [await drive(measured, draw, load), await drive(base, draw, load)];
  const ofBase = await drive(base, draw, load);
  return [await drive(measured, draw, load), ofBase];
}

/** Summarizes the rounds of each kind. */
export function summarize(kinds: readonly Pick<Driveable, 'name' | 'goal'>[], all: Rounds): Comparison[] {
  return kinds.map(({ name: kind, goal }) => {
    const rounds = all.get(kind) ?? [];
    const [measured, base] = [medians(rounds.map(([one]) => one)), medians(rounds.map(([, other]) => other))];
    const ratios = rounds.map(([one, other]) => ratio(one.perSecond, other.perSecond) ?? 0);
    const spread = [Math.min(...ratios), Math.max(...ratios)] as const;
    return { kind, goal, measured, base, ratio: ratio(measured.perSecond, base.perSecond), spread };
  });
}

/** Median of each figure. Failures are summed. */
function medians(rounds: readonly Driven[]): Driven {
  const middle = (figure: (round: Driven) => number | undefined) =>
    median(rounds.map(figure).filter((value) => value !== undefined));
  return {
    perSecond: middle(({ perSecond }) => perSecond) ?? 0,
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
    serverTime: middle(({ serverTime }) => serverTime),
    databaseTime: middle(({ databaseTime }) => databaseTime),
  };
}
