import { openBuilds, type Build } from './build-databases.js';
import { driveInTurn, type Comparison } from './drive-in-turn.js';
import { inThousands } from './format.js';
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
  /** Resident memory after all uncached requests, and after all cached ones. */
  readonly driven: readonly (number | undefined)[];
}

type Kind = Pick<RequestKind, 'name' | 'draw' | 'writes'>;

/** Settings for a pair of services, and the kinds of requests to send. */
interface Run {
  readonly environment: Readonly<Record<string, string>>;
  readonly names: readonly string[];
  readonly kindsOf: (service: Server) => Promise<readonly Kind[]>;
}

const UNCACHED: Run = {
  environment: { CACHE_BYTES: '0' },
  names: ['by id', 'default list', 'create'],
  kindsOf: async (service) => requestKinds(service, await readValues(service.database.session)),
};
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
    const uncached = await driveBuilds(builds, UNCACHED, options, signal);
    const cached = await driveBuilds(builds, CACHED, options, signal);
    const memory = startUps.map((startUp, index) => {
      const driven = [uncached, cached].map(({ resident }) => resident[index]);
      return { name: builds[index]?.name ?? '', ...startUp, driven };
    });
    return { comparisons: [...uncached.comparisons, ...cached.comparisons], memory };
  });
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
): Promise<{ readonly comparisons: readonly Comparison[]; readonly resident: readonly number[] }> {
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
