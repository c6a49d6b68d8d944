import { drive, type Drive, type Driven } from './drive.js';
import { median, ratio } from './format.js';
import type { BenchOptions } from './options.js';
import type { Server } from './processes.js';
import type { RequestKind, Sent } from './requests.js';

/** Results of a kind of request at a number of connections. All figures are medians of the rounds. */
export interface Comparison {
  /** Number of events. */
  readonly size: number;
  readonly kind: string;
  readonly connections: number;
  readonly measured: Driven;
  /** Figures of the server that is compared with. */
  readonly base: Driven;
  /** Ratio of the median rates. */
  readonly ratio: number | undefined;
  /** Lowest and highest ratio of a single round. */
  readonly spread: readonly [number, number];
  /** Minimum of `ratio`. Goals apply at 16 connections only. */
  readonly goal: number | undefined;
}

/** Number of connections that the goals apply to. */
export const JUDGED_CONNECTIONS = 16;

/** A kind of request. `goal` is set in comparisons with a floor. */
type Driveable = Pick<RequestKind, 'name' | 'draw' | 'writes'> & { readonly goal?: number };

/** The measured server, and the server that it is compared with. */
type Pair = readonly [measured: Server, base: Server];

/** Results of each round, by kind and number of connections. */
type Rounds = Map<string, Results[]>;
type Results = readonly [measured: Driven, base: Driven];

/**
 * Measures two servers in turn (A B, B A, A B …), never both at once, with requests of each kind. Every kind gets an
 * unmeasured warm-up, so that the code is compiled and the connections are open.
 */
export async function driveInTurn(
  pair: Pair,
  kinds: readonly Driveable[],
  options: Pick<BenchOptions, 'connections' | 'rounds' | 'seconds'>,
  signal: AbortSignal,
): Promise<Comparison[]> {
  const seconds = options.seconds / options.connections.length;
  const rounds: Rounds = new Map();
  for (const { draw } of kinds) await driveBoth(pair, draw, { connections: JUDGED_CONNECTIONS, seconds, signal });
  // Creates come last, because they lengthen the lists.
  for (const group of [kinds.filter(({ writes }) => !writes), kinds.filter(({ writes }) => writes)]) {
    for (let round = 0; round < options.rounds; round += 1) {
      for (const { name, draw } of group) {
        for (const connections of options.connections) {
          const key = `${name} ${connections}`;
          const results = await driveBoth(pair, draw, { connections, seconds, signal }, round % 2 === 1);
          rounds.set(key, [...(rounds.get(key) ?? []), results]);
        }
      }
    }
  }
  const size = pair[0].database.size;
  return kinds.flatMap(({ name: kind, goal: least }) =>
    options.connections.map((connections) => {
      const goal = connections === JUDGED_CONNECTIONS ? least : undefined;
      return { size, kind, connections, goal, ...comparisonOf(rounds.get(`${kind} ${connections}`) ?? []) };
    }),
  );
}

/** Measures both servers one after the other. The measured one comes first unless `isReversed`. */
async function driveBoth([measured, base]: Pair, draw: () => Sent, how: Drive, isReversed = false): Promise<Results> {
  if (!isReversed) return [await drive(measured, draw, how), await drive(base, draw, how)];
  const ofBase = await drive(base, draw, how);
  return [await drive(measured, draw, how), ofBase];
}

/** Medians of several runs, each with newly started servers. */
export function mergeComparisons(runs: readonly (readonly Comparison[])[]): Comparison[] {
  return (runs[0] ?? []).map((first, index) => {
    const results = runs.flatMap((run) => run[index] ?? []).map(({ measured, base }): Results => [measured, base]);
    return { ...first, ...comparisonOf(results) };
  });
}

function comparisonOf(rounds: readonly Results[]) {
  const [measured, base] = [medians(rounds.map(([one]) => one)), medians(rounds.map(([, other]) => other))];
  const ratios = rounds.map(([one, other]) => ratio(one.perSecond, other.perSecond) ?? 0);
  const spread = [Math.min(...ratios), Math.max(...ratios)] as const;
  return { measured, base, ratio: ratio(measured.perSecond, base.perSecond), spread };
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
