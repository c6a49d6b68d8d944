import { compareBytes } from './compare.js';
import { removeCreated, type BenchDatabase } from './database.js';
import { drive, type Drive, type Driven } from './drive.js';
import { median, ratio } from './format.js';
import { endingAll } from './interruption.js';
import type { BenchOptions } from './options.js';
import { startFloor, startService, type Server } from './processes.js';
import { requestKinds, type RequestKind } from './requests.js';
import { readValues } from './values.js';

/** What a kind of request came to at a number of connections: medians of the rounds. */
export interface Comparison {
  readonly size: number;
  readonly kind: string;
  readonly connections: number;
  readonly service: Driven;
  readonly floor: Driven;
  /** Of the medians of answers per second. */
  readonly ratio: number | undefined;
  /** The least that it is to be, with 16 connections. */
  readonly goal: number | undefined;
}

/** The number of connections at which goals are set. */
const JUDGED = 16;
/** Before anything counts, each kind is driven for so long, so that both are compiled and their connections open. */
const WARM_UP = { connections: 16, seconds: 0.5 };

/** A kind of request, and what is asked of it beside the floor. */
type Judged = Omit<RequestKind, 'goal'> & Partial<Pick<RequestKind, 'goal'>>;

/** What was measured in each round, by server, kind and number of connections. */
type Rounds = Map<string, Driven[]>;

/** Drives the service, without its cache, and the floor in turn, never both at once. */
export function compareThroughput(
  database: BenchDatabase,
  options: BenchOptions,
  signal: AbortSignal,
): Promise<Comparison[]> {
  return endingAll(async (started) => {
    started({ stop: () => removeCreated(database) });
    const settings = { databaseUrl: database.url, nodeFlags: options.nodeFlags };
    const service = started(await startService(settings));
    const floor = started(await startFloor(settings));
    const all = await requestKinds(service, await readValues(database.session));
    const kinds = all.filter(({ name }) => name.includes(options.only));
    await compareBytes(service, floor, kinds, database);
    return driveInTurn([service, floor], kinds, options, { database, signal });
  });
}

/** Drives two servers in turn, never both at once, with requests of each kind: the second one stands for what the first is compared with. */
export async function driveInTurn(
  servers: readonly [Server, Server],
  kinds: readonly Judged[],
  options: BenchOptions,
  driving: { readonly database: BenchDatabase; readonly signal: AbortSignal },
): Promise<Comparison[]> {
  const rounds: Rounds = new Map();
  for (const { draw } of kinds) {
    for (const server of servers) await drive(server, draw, { ...WARM_UP, ...driving });
  }
  // What is created makes the lists longer, so it comes last.
  for (const group of [kinds.filter(({ writes }) => !writes), kinds.filter(({ writes }) => writes)]) {
    for (let round = 0; round < options.rounds; round += 1) {
      // Who goes first changes from round to round.
      const inTurn = round % 2 === 0 ? servers : servers.toReversed();
      for (const kind of group) await driveRound(kind, inTurn, options, driving, rounds);
    }
  }
  return kinds.flatMap((kind) => comparisonsOf(kind, servers, driving.database.size, options, rounds));
}

async function driveRound(
  { name, draw }: Judged,
  servers: readonly Server[],
  { connections, seconds }: BenchOptions,
  driving: Pick<Drive, 'database' | 'signal'>,
  rounds: Rounds,
): Promise<void> {
  for (const count of connections) {
    for (const server of servers) {
      const settings = { connections: count, seconds: seconds / connections.length, ...driving };
      const key = `${server.name} ${name} ${count}`;
      rounds.set(key, [...(rounds.get(key) ?? []), await drive(server, draw, settings)]);
    }
  }
}

function comparisonsOf(
  { name, goal }: Judged,
  [first, second]: readonly [Server, Server],
  size: number,
  { connections }: BenchOptions,
  rounds: Rounds,
): Comparison[] {
  return connections.map((count) => {
    const of = (server: string) => medians(rounds.get(`${server} ${name} ${count}`) ?? []);
    const [service, floor] = [of(first.name), of(second.name)];
    const judged = { ratio: ratio(service.perSecond, floor.perSecond), goal: count === JUDGED ? goal : undefined };
    return { size, kind: name, connections: count, service, floor, ...judged };
  });
}

/** Each figure's own median; failures are added up. */
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
