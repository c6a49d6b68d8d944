import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { residentMegabytes } from './cpu.js';
import type { BenchDatabase, openBenchDatabase } from './database.js';
import { driveInTurn, summarize, type Comparison, type Driveable, type Rounds } from './drive-in-turn.js';
import { median } from './format.js';
import { memoryAfterStart } from './memory.js';
import { isAsked, type BenchOptions } from './options.js';
import { endingAll, startService, type EndLater, type Server } from './processes.js';
import { NAMESPACE, requestKinds } from './requests.js';
import { drawn, readValues } from './values.js';

const execute = promisify(execFile);

/** Comparison of two builds. */
export interface BuildComparison {
  readonly comparisons: readonly Comparison[];
  /** Memory of the builds in megabytes, `--before` first: retained after the start; resident after the start, reads, creates, cached reads. */
  readonly memory: readonly (readonly (number | undefined)[])[];
}

/** A built checkout with its own database. */
interface Build {
  readonly checkout: string;
  readonly database: BenchDatabase;
}

/** Settings for a pair of services, and the kinds of requests to send. */
interface Run {
  readonly names: readonly string[];
  readonly cacheBytes: string;
  readonly kindsOf: (service: Server) => Promise<readonly Driveable[]>;
}

const uncachedKinds = async (service: Server) => requestKinds(service, await readValues(service.database.session));

const RUNS: readonly Run[] = [
  { names: ['by id', 'default list'], cacheBytes: '0', kindsOf: uncachedKinds },
  // After all reads, because created events lengthen the lists.
  { names: ['create'], cacheBytes: '0', kindsOf: uncachedKinds },
  { names: ['cached list', 'cached read'], cacheBytes: '', kindsOf: cachedKinds },
];
/** Number of different events in cached reads. */
const CACHED_EVENTS = 500;

/** Measures the builds of `--before` and `--after` in turn, first without the response cache, then with it. */
export function compareBuilds(size: number, options: BenchOptions): Promise<BuildComparison> {
  return endingAll(async (started) => {
    const builds = await openBuilds(size, options, started);
    const memory: (number | undefined)[][] = [];
    for (const build of builds) {
      const { retained, resident } = await memoryAfterStart(build);
      memory.push([retained, resident]);
    }
    const comparisons: Comparison[] = [];
    for (const run of RUNS) {
      const names = run.names.filter((name) => isAsked(name, options));
      const { rounds, resident } = await driveInRounds(builds, { ...run, names }, options);
      comparisons.push(
        ...summarize(
          names.map((name) => ({ name })),
          rounds,
        ),
      );
      for (const [index, row] of memory.entries()) row.push(median(resident.map((each) => each[index] ?? 0)));
    }
    return { comparisons, memory };
  });
}

/**
 * Opens a copy of the same database for each build. The build of `--before` seeds the database once. Each build
 * migrates its own copy, because the schemas may differ.
 */
async function openBuilds(
  size: number,
  { data, before, after }: Pick<BenchOptions, 'data' | 'before' | 'after'>,
  started: EndLater,
): Promise<Build[]> {
  // Seeded databases are kept per commit: a newer build may have a schema that this one cannot write to.
  const { stdout: commit } = await execute('git', ['rev-parse', '--short', 'HEAD'], { cwd: before });
  const seeded = join(data, `compare-${commit.trim()}`);
  await mkdir(seeded, { recursive: true });
  await (await open(before, seeded, size)).stop();
  // If root runs the benchmark, PostgreSQL runs as another user and must reach the folder. A folder of `mkdtemp` is
  // private.
  const copies = join(data, 'compare-copies');
  await rm(copies, { recursive: true, force: true });
  started({ stop: () => rm(copies, { recursive: true, force: true }) });
  const builds: Build[] = [];
  for (const [name, checkout] of Object.entries({ before, after })) {
    const copy = join(copies, name);
    await mkdir(copy, { recursive: true });
    await execute('cp', ['-Rp', join(seeded, `events-${size}`), copy]);
    builds.push({ checkout: resolve(checkout), database: started(await open(checkout, copy, size)) });
  }
  return builds;
}

/** Opens a database with the code of a checkout. */
async function open(checkout: string, folder: string, size: number): Promise<BenchDatabase> {
  const file = pathToFileURL(join(resolve(checkout), 'test/bench/database.ts')).href;
  const module = (await import(file)) as { openBenchDatabase: typeof openBenchDatabase };
  return module.openBenchDatabase(folder, size);
}

/**
 * Starts both services again in each round and measures each of them first once. Two processes of the same build differ by
 * some 15 %, so that one pair of processes proves nothing. No other service runs meanwhile, so that memory bandwidth and
 * processor time are not shared.
 * @returns the results, and the resident memory of the builds after each round
 */
async function driveInRounds(builds: readonly Build[], run: Run, options: BenchOptions) {
  const rounds: Rounds = new Map();
  const resident: number[][] = [];
  for (let round = 0; round < options.rounds && run.names.length > 0; round += 1) {
    const used = await endingAll(async (started) => {
      const services: Server[] = [];
      const environment = { CACHE_BYTES: run.cacheBytes };
      for (const build of builds) services.push(started(await startService({ ...build, environment })));
      const [before, after] = services as [Server, Server];
      const kinds = (await run.kindsOf(before)).filter(({ name }) => run.names.includes(name));
      await driveInTurn([after, before], kinds, { rounds: 2, seconds: options.seconds / 2 }, rounds);
      return services.map(({ child }) => residentMegabytes(child.pid ?? 0));
    });
    resident.push(used);
  }
  return { rounds, resident };
}

async function cachedKinds({ database }: Server): Promise<Driveable[]> {
  const { id } = await readValues(database.session);
  const ids = drawn(Array.from({ length: CACHED_EVENTS }, id));
  const read = (name: string, path: () => string): Driveable => ({
    name,
    draw: () => ({ method: 'GET', path: `${NAMESPACE}/events${path()}` }),
  });
  return [read('cached list', () => ''), read('cached read', () => `/${ids()}`)];
}
