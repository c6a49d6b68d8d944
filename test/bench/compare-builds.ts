import { openBuilds, type Build } from './build-databases.js';
import { driveInTurn, mergeComparisons, type Comparison } from './drive-in-turn.js';
import { inThousands, median } from './format.js';
import { endingAll } from './interruption.js';
import { describeMachine, machineLine } from './machine.js';
import { isAsked, type BenchOptions } from './options.js';
import { startService, type Server } from './processes.js';
import { NAMESPACE, requestKinds, type RequestKind } from './requests.js';
import { measureStartUp, residentMegabytes, type StartUp } from './start-up.js';
import { drawn, readValues } from './values.js';

/** Comparison of two builds. */
export interface BuildComparison {
  readonly comparisons: readonly Comparison[];
  /** The build of `--before` first. */
  readonly memory: readonly BuildMemory[];
}

/** Memory of a build in megabytes. */
export interface BuildMemory extends StartUp {
  readonly name: string;
  /** Resident memory after uncached reads, after creates and after cached reads. */
  readonly driven: readonly (number | undefined)[];
}

interface DrivenBuilds {
  readonly comparisons: readonly Comparison[];
  /** Resident memory of each build in megabytes. */
  readonly resident: readonly (number | undefined)[];
}

type Kind = Pick<RequestKind, 'name' | 'draw' | 'writes'>;

/** Settings for a pair of services, and the kinds of requests to send. */
interface Run {
  readonly environment: Readonly<Record<string, string>>;
  readonly names: readonly string[];
  readonly kindsOf: (service: Server) => Promise<readonly Kind[]>;
}

const UNCACHED: Omit<Run, 'names'> = {
  environment: { CACHE_BYTES: '0' },
  kindsOf: async (service) => requestKinds(service, await readValues(service.database.session)),
};
const READS: Run = { ...UNCACHED, names: ['by id', 'default list'] };
/** After all reads, because created events lengthen the lists. */
const CREATES: Run = { ...UNCACHED, names: ['create'] };
const CACHED: Run = {
  environment: { CACHE_BYTES: '' },
  names: ['cached list', 'cached read'],
  kindsOf: cachedKinds,
};
/** Number of different events in cached reads. */
const CACHED_EVENTS = 500;

/** Measures the builds of `--before` and `--after` in turn, first without the response cache, then with it. */
export function compareBuilds(size: number, options: BenchOptions, signal: AbortSignal): Promise<BuildComparison> {
  return endingAll(async (started) => {
    const builds = await openBuilds(size, options, signal, started);
    console.log(`\n${inThousands(size)} events on ${machineLine(describeMachine(builds[0]?.database.version ?? ''))}`);
    const startUps: StartUp[] = [];
    for (const build of builds) startUps.push(await measureStartUp({ ...build, nodeFlags: options.nodeFlags }));
    const driven: DrivenBuilds[] = [];
    for (const run of [READS, CREATES, CACHED]) driven.push(await driveInRounds(builds, run, options, signal));
    const memory = startUps.map((startUp, index) => ({
      name: builds[index]?.name ?? '',
      ...startUp,
      driven: driven.map(({ resident }) => resident[index]),
    }));
    return { comparisons: driven.flatMap(({ comparisons }) => comparisons), memory };
  });
}

/**
 * Starts both services again in each round and measures each of them first once. Two processes of the same build differ by
 * some 15 %, so that one pair of processes proves nothing.
 */
async function driveInRounds(
  builds: readonly Build[],
  run: Run,
  options: BenchOptions,
  signal: AbortSignal,
): Promise<DrivenBuilds> {
  const rounds: DrivenBuilds[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    rounds.push(await driveBuilds(builds, run, { ...options, rounds: 2, seconds: options.seconds / 2 }, signal));
  }
  const resident = builds.map((_build, index) => median(rounds.flatMap((round) => round.resident[index] ?? [])));
  return { comparisons: mergeComparisons(rounds.map(({ comparisons }) => comparisons)), resident };
}

/**
 * Measures one pair of services. No other service runs meanwhile, so that memory bandwidth and processor time are not
 * shared.
 */
function driveBuilds(
  builds: readonly Build[],
  { environment, names, kindsOf }: Run,
  options: BenchOptions,
  signal: AbortSignal,
): Promise<DrivenBuilds> {
  return endingAll(async (started) => {
    const asked = names.filter((name) => isAsked(name, options));
    if (asked.length === 0) return { comparisons: [], resident: [] };
    const { nodeFlags } = options;
    const services: Server[] = [];
    for (const build of builds) {
      services.push(started(await startService({ ...build, nodeFlags, environment }, build.name)));
    }
    const [before, after] = services as [Server, Server];
    const kinds = (await kindsOf(before)).filter(({ name }) => asked.includes(name));
    const comparisons = await driveInTurn([after, before], kinds, options, signal);
    return { comparisons, resident: await Promise.all(services.map(residentMegabytes)) };
  });
}

async function cachedKinds({ database }: Server): Promise<Kind[]> {
  const { id } = await readValues(database.session);
  const ids = drawn(Array.from({ length: CACHED_EVENTS }, id));
  const read = (name: string, path: () => string): Kind => ({ name, draw: () => ({ method: 'GET', path: path() }) });
  return [read('cached list', () => `${NAMESPACE}/events`), read('cached read', () => `${NAMESPACE}/events/${ids()}`)];
}
