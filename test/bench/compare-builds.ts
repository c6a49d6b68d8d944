import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { residentMegabytes } from './cpu.js';
import type { BenchDatabase, openBenchDatabase } from './database.js';
import { driveInTurn, summarize, type Comparison, type ComparedKind, type RoundsByKind } from './drive-in-turn.js';
import { median } from './format.js';
import { memoryAfterStart } from './memory.js';
import { isSelected, type BenchOptions } from './options.js';
import { withResources, startService, type RegisterResource, type Server } from './processes.js';
import { NAMESPACE, requestKinds } from './requests.js';
import { shuffledDraw, readValues } from './values.js';

const execFileAsync = promisify(execFile);

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

/** Settings of a pair of services, and the kinds of requests to send. */
interface RunSettings {
  readonly names: readonly string[];
  readonly cacheBytes: string;
  readonly kindsOf: (service: Server) => Promise<readonly ComparedKind[]>;
}

const uncachedKinds = async (service: Server) => requestKinds(service, await readValues(service.database.session));

const RUN_SETTINGS: readonly RunSettings[] = [
  { names: ['by id', 'default list'], cacheBytes: '0', kindsOf: uncachedKinds },
  // After the uncached reads, because created events lengthen the lists.
  { names: ['create'], cacheBytes: '0', kindsOf: uncachedKinds },
  { names: ['cached list', 'cached read'], cacheBytes: '', kindsOf: cachedKinds },
];
/** Number of different events in cached reads. */
const CACHED_EVENTS = 500;
/** Pause between two checks whether events are recomputed, in milliseconds. */
const RECOMPUTE_POLL_MS = 200;

/** Measures the builds of `--before` and `--after` alternately, first without the response cache, then with it. */
export function compareBuilds(size: number, options: BenchOptions): Promise<BuildComparison> {
  return withResources(async (register) => {
    const builds = await openBuilds(size, options, register);
    const memory: (number | undefined)[][] = [];
    for (const build of builds) {
      const { retained, resident } = await memoryAfterStart(build);
      memory.push([retained, resident]);
    }
    const comparisons: Comparison[] = [];
    for (const run of RUN_SETTINGS) {
      const names = run.names.filter((name) => isSelected(name, options));
      const { rounds, resident } = await driveInRounds(builds, { ...run, names }, options);
      comparisons.push(
        ...summarize(
          names.map((name) => ({ name })),
          rounds,
        ),
      );
      for (const [index, row] of memory.entries()) row.push(median(resident.map((values) => values[index] ?? 0)));
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
  register: RegisterResource,
): Promise<Build[]> {
  // Seeded databases are kept per commit: a newer build may have a schema that this one cannot write to.
  const { stdout: commit } = await execFileAsync('git', ['rev-parse', '--short', 'HEAD'], { cwd: before });
  const seededFolder = join(data, `compare-${commit.trim()}`);
  await mkdir(seededFolder, { recursive: true });
  await (await openWithCheckout(before, seededFolder, size)).stop();
  // If root runs the benchmark, PostgreSQL runs as another user and must reach the folder. A folder of `mkdtemp` is
  // private.
  const copiesFolder = join(data, 'compare-copies');
  await rm(copiesFolder, { recursive: true, force: true });
  register({ stop: () => rm(copiesFolder, { recursive: true, force: true }) });
  const builds: Build[] = [];
  for (const [name, checkout] of Object.entries({ before, after })) {
    const copy = join(copiesFolder, name);
    await mkdir(copy, { recursive: true });
    await execFileAsync('cp', ['-Rp', join(seededFolder, `events-${size}`), copy]);
    const build = { checkout: resolve(checkout), database: register(await openWithCheckout(checkout, copy, size)) };
    await recomputeEvents(build);
    builds.push(build);
  }
  return builds;
}

/** Runs the service until it has recomputed the events of the database, which would disturb the first rounds. Old builds recompute none. */
async function recomputeEvents(build: Build): Promise<void> {
  if (!existsSync(join(build.checkout, 'dist/events/event-recomputer.js'))) return;
  const { session } = build.database;
  const isDone = async () =>
    (await session.query(`select from service_state where key = 'event_rules' and is_complete`)).rowCount === 1;
  await session.query(`delete from service_state where key = 'event_rules'`);
  await withResources(async (register) => {
    register(await startService(build));
    while (!(await isDone())) await setTimeout(RECOMPUTE_POLL_MS);
  });
  await session.query('vacuum (analyze)');
}

/** Opens a database with the code of a checkout. */
async function openWithCheckout(checkout: string, folder: string, size: number): Promise<BenchDatabase> {
  const file = pathToFileURL(join(resolve(checkout), 'test/bench/database.ts')).href;
  const module = (await import(file)) as { openBenchDatabase: typeof openBenchDatabase };
  return module.openBenchDatabase(folder, size);
}

/**
 * Starts both services again in each round, and measures twice, so that each of them goes first once. Two processes of the
 * same build differ by some 15 %, so that one pair of processes is not enough. No other service runs meanwhile, so that
 * memory bandwidth and processor time are not shared.
 * @returns the results, and the resident memory of the builds after each round
 */
async function driveInRounds(builds: readonly Build[], run: RunSettings, options: BenchOptions) {
  const rounds: RoundsByKind = new Map();
  const residentByRound: number[][] = [];
  for (let round = 0; round < options.rounds && run.names.length > 0; round += 1) {
    const residentMb = await withResources(async (register) => {
      const services: Server[] = [];
      const environment = { CACHE_BYTES: run.cacheBytes };
      for (const build of builds) services.push(register(await startService({ ...build, environment })));
      const [before, after] = services as [Server, Server];
      const selectedKinds = (await run.kindsOf(before)).filter(({ name }) => run.names.includes(name));
      await driveInTurn([after, before], selectedKinds, { rounds: 2, seconds: options.seconds / 2 }, rounds);
      return services.map(({ child }) => residentMegabytes(child.pid ?? 0));
    });
    residentByRound.push(residentMb);
  }
  return { rounds, resident: residentByRound };
}

async function cachedKinds({ database }: Server): Promise<ComparedKind[]> {
  const { id } = await readValues(database.session);
  const ids = shuffledDraw(Array.from({ length: CACHED_EVENTS }, id));
  const readKind = (name: string, path: () => string): ComparedKind => ({
    name,
    draw: () => ({ method: 'GET', path: `${NAMESPACE}/events${path()}` }),
  });
  return [readKind('cached list', () => ''), readKind('cached read', () => `/${ids()}`)];
}
