import { drive, type LoadResult } from './drive.js';
import { median, ratio } from './format.js';
import type { BenchOptions } from './options.js';
import type { Server } from './processes.js';
import type { RequestKind } from './requests.js';

/** Results of a kind of request: medians of the rounds, and the sum of failures. */
export interface Comparison {
  readonly kind: string;
  readonly measured: LoadResult;
  /** Figures of the other server or request, the basis of the ratio. */
  readonly base: LoadResult;
  /** Ratio of the median rates. */
  readonly ratio: number | undefined;
  /** Lowest and highest ratio of a single round. */
  readonly spread: readonly [number, number];
  /** Minimum of `ratio`. */
  readonly goal: number | undefined;
}

/** Number of connections in comparisons of requests. The goals apply to this number. */
export const CONNECTIONS = 16;

export type ComparedKind = Pick<RequestKind, 'name' | 'draw' | 'writes'> & { readonly goal?: number };

/** The measured server, and the server that it is compared with. */
type ServerPair = readonly [measured: Server, base: Server];

/** Results of the rounds, by kind. */
export type RoundsByKind = Map<string, RoundResult[]>;
type RoundResult = readonly [measured: LoadResult, base: LoadResult];

/**
 * Measures two servers alternately (A B, B A, A B …), never both at once, with requests of each kind. The first round is a
 * warm-up, so that the code is compiled and the connections are open.
 * @param roundsByKind receives the results
 */
export async function driveInTurn(
  [measured, base]: ServerPair,
  kinds: readonly ComparedKind[],
  { rounds, seconds }: Pick<BenchOptions, 'rounds' | 'seconds'>,
  roundsByKind: RoundsByKind = new Map(),
): Promise<RoundsByKind> {
  // Creates come last, because they lengthen the lists.
  for (const group of [kinds.filter(({ writes }) => !writes), kinds.filter(({ writes }) => writes)]) {
    for (let round = 0; round <= rounds; round += 1) {
      for (const { name, draw } of group) {
        const measure = (server: Server) => () => drive(server, draw, { connections: CONNECTIONS, seconds });
        const results = await alternately(round, [measure(measured), measure(base)]);
        if (round > 0) roundsByKind.set(name, [...(roundsByKind.get(name) ?? []), results]);
      }
    }
  }
  return roundsByKind;
}

type Measurement = () => Promise<LoadResult>;
type MeasurementPair = readonly [measured: Measurement, base: Measurement];

/**
 * Compares two measurements, which are made alternately.
 * @param firstRound 0 for a round before the others that is not counted
 */
export async function compareAlternately(
  kind: Pick<ComparedKind, 'name' | 'goal'>,
  pair: MeasurementPair,
  rounds: number,
  firstRound: 0 | 1 = 0,
): Promise<Comparison> {
  const results: RoundResult[] = [];
  for (let round = firstRound; round <= rounds; round += 1) {
    const result = await alternately(round, pair);
    if (round > 0) results.push(result);
  }
  return summarizeKind(kind, results);
}

/** Runs two measurements one after the other, in rounds with an even number the second one first. */
async function alternately(round: number, [measure, measureBase]: MeasurementPair): Promise<RoundResult> {
  if (round % 2 === 1) return [await measure(), await measureBase()];
  const baseResult = await measureBase();
  return [await measure(), baseResult];
}

/** Summarizes the rounds of each kind. */
export const summarize = (
  kinds: readonly Pick<ComparedKind, 'name' | 'goal'>[],
  roundsByKind: RoundsByKind,
): Comparison[] => kinds.map((kind) => summarizeKind(kind, roundsByKind.get(kind.name) ?? []));

function summarizeKind({ name: kind, goal }: Pick<ComparedKind, 'name' | 'goal'>, rounds: readonly RoundResult[]) {
  const measured = medians(rounds.map(([result]) => result));
  const base = medians(rounds.map(([, result]) => result));
  const ratios = rounds.map(([measuredLoad, baseLoad]) => ratio(measuredLoad.perSecond, baseLoad.perSecond) ?? 0);
  const spread = [Math.min(...ratios), Math.max(...ratios)] as const;
  return { kind, goal, measured, base, ratio: ratio(measured.perSecond, base.perSecond), spread };
}

/** Median of each figure. Failures are summed. */
function medians(rounds: readonly LoadResult[]): LoadResult {
  const medianOf = (figure: (round: LoadResult) => number | undefined) =>
    median(rounds.map(figure).filter((value) => value !== undefined));
  return {
    perSecond: medianOf(({ perSecond }) => perSecond) ?? 0,
    p50: medianOf(({ p50 }) => p50),
    p99: medianOf(({ p99 }) => p99),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
    serverTime: medianOf(({ serverTime }) => serverTime) ?? NaN,
    databaseTime: medianOf(({ databaseTime }) => databaseTime) ?? NaN,
  };
}
