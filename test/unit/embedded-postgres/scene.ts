import { jest } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import {
  type RunningDatabase,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../../src/embedded-postgres/embedded-postgres.js';

// Real processes: on a busy machine each takes its time.
jest.setTimeout(30_000);

const HERE = import.meta.dirname;
const folders: string[] = [];
const databases: RunningDatabase[] = [];
const children: ChildProcess[] = [];

/** A folder for this test run that every account may enter, as a usual home of a service is. */
export async function makeFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
  await chmod(folder, mode);
  folders.push(folder);
  return folder;
}

export interface StartedPostgres extends RunningDatabase {
  log: string[];
  /** Resolves when the next line is logged. */
  nextLine(): Promise<void>;
}

/** Starts a database in this process, which `clearScene` stops. */
export async function start(dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}): Promise<StartedPostgres> {
  const log: string[] = [];
  const lines = new EventEmitter();
  const take = (line: string) => {
    log.push(line);
    lines.emit('line');
  };
  const database = await startEmbeddedPostgres({ dataDir, role: 'service', log: take, ...options });
  databases.push(database);
  return { ...database, log, nextLine: async () => void (await once(lines, 'line')) };
}

/** Starts a database in a process of its own; resolves when that is ready. */
export async function startProcess(dataDir: string, role = 'service') {
  const hooks = join(HERE, '../../support/jest/typescript-hooks.mjs');
  const child = spawn(process.execPath, ['--import', hooks, join(HERE, 'owner-process.ts'), dataDir, role], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`The process did not start: ${said}`)));
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  ended.catch(() => undefined);
  return { child, url: (JSON.parse(line) as { url: string }).url };
}

/** Kills a process of this scene the hard way, and waits for its end. */
export async function killHard(child: ChildProcess): Promise<void> {
  const end = once(child, 'exit');
  child.kill('SIGKILL');
  await end;
}

/** Runs one statement on a connection of its own and returns the rows. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** As `query`, again and again until the database answers. */
export async function queryWhenBack(url: string, sql: string): Promise<Record<string, unknown>[]> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await query(url, sql);
    } catch (error) {
      if (attempt === 200) throw error;
      await delay(50);
    }
  }
}

/** The number of the postmaster, as PostgreSQL wrote it down. */
export async function postmasterOf(cluster: string): Promise<number> {
  return Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10);
}

/** The PostgreSQL processes that work on a cluster; empty where the system has no /proc. */
export function serversOn(cluster: string): number[] {
  if (!existsSync('/proc/self/stat')) return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && worksOn(pid, cluster));
}

function worksOn(pid: number, cluster: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === cluster && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
    );
  } catch {
    return false;
  }
}

/** Ends and removes everything that the tests of this file made. */
export async function clearScene(): Promise<void> {
  await Promise.all(databases.splice(0).map((database) => database.stop()));
  for (const child of children.splice(0))
    if (child.exitCode === null && child.signalCode === null) await killHard(child);
  for (const folder of folders.splice(0)) {
    for (const pid of serversOn(join(folder, 'postgres', 'cluster'))) process.kill(pid, 'SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}
