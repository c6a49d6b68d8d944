import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { BenchDatabase } from './database.js';
import type { EndLater } from './interruption.js';
import type { BenchOptions } from './options.js';

const execute = promisify(execFile);

/** A built checkout with its own database. */
export interface Build {
  readonly name: 'before' | 'after';
  readonly checkout: string;
  readonly database: BenchDatabase;
}

/** Exports of `database.ts` in the compared checkout. */
interface DatabaseModule {
  openBenchDatabase(folder: string, size: number, signal: AbortSignal): Promise<BenchDatabase>;
}

/**
 * Opens a copy of the same database for each build. The build of `--before` seeds the database once. Each build
 * migrates its own copy, because the schemas may differ.
 */
export async function openBuilds(
  size: number,
  { data, before, after }: Pick<BenchOptions, 'data' | 'before' | 'after'>,
  signal: AbortSignal,
  started: EndLater,
): Promise<Build[]> {
  // Seeded databases are kept per commit: a newer build may have a schema that this one cannot write to.
  const { stdout: commit } = await execute('git', ['rev-parse', '--short', 'HEAD'], { cwd: before, signal });
  const seeded = join(data, `compare-${commit.trim()}`);
  await mkdir(seeded, { recursive: true });
  await (await open(before, seeded, size, signal)).stop();
  // If root runs the benchmark, PostgreSQL runs as another user and must reach the folder. A folder of `mkdtemp` is
  // private.
  const copies = join(data, `compare-${process.pid}`);
  started({ stop: () => rm(copies, { recursive: true, force: true }) });
  const builds: Build[] = [];
  for (const [name, folder] of [['before', before] as const, ['after', after] as const]) {
    const copy = join(copies, name);
    await mkdir(copy, { recursive: true });
    await execute('cp', ['-Rp', join(seeded, `events-${size}`), copy], { signal });
    const checkout = resolve(folder);
    builds.push({ name, checkout, database: started(await open(checkout, copy, size, signal)) });
  }
  return builds;
}

async function open(checkout: string, folder: string, size: number, signal: AbortSignal): Promise<BenchDatabase> {
  const file = pathToFileURL(join(resolve(checkout), 'test/bench/database.ts')).href;
  const { openBenchDatabase } = (await import(file)) as DatabaseModule;
  return openBenchDatabase(folder, size, signal);
}
