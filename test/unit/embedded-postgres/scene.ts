import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startEmbeddedPostgres } from '../../../src/embedded-postgres/embedded-postgres.js';
import type { RunningDatabase, EmbeddedPostgresOptions } from '../../../src/embedded-postgres/embedded-postgres.js';

const FOLDER = import.meta.dirname;
const folders: string[] = [];
const databases: RunningDatabase[] = [];
const children: ChildProcess[] = [];

/** Creates a temporary folder. By default every user can access it, like the usual home directory of a service. */
export async function makeFolder(mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
  await chmod(folder, mode);
  folders.push(folder);
  return folder;
}

export interface StartedPostgres extends RunningDatabase {
  log: string[];
}

/** Starts a database in this process. `cleanUp` stops it. */
export async function start(dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}): Promise<StartedPostgres> {
  const log: string[] = [];
  const appendLine = (line: string) => void log.push(line);
  const database = await startEmbeddedPostgres({ dataDir, role: 'service', log: appendLine, ...options });
  databases.push(database);
  return { ...database, log };
}

/** Starts a database in a child process. Resolves when the database is ready. */
export async function startProcess(dataDir: string, role = 'service') {
  const hooks = join(FOLDER, '../../support/run/typescript-hooks.mjs');
  const child = spawn(process.execPath, ['--import', hooks, join(FOLDER, 'owner-process.ts'), dataDir, role], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const exited = once(child, 'exit').then(() => Promise.reject(new Error(`The process did not start: ${stderr}`)));
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), exited]);
  exited.catch(() => undefined);
  return { child, url: (JSON.parse(line) as { url: string }).url };
}

/** Sends SIGKILL to a child process and waits for its exit. */
export async function killProcess(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** PID of the postmaster, from `postmaster.pid`. */
export async function postmasterPid(cluster: string): Promise<number> {
  return Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10);
}

/** PIDs of the PostgreSQL processes of a cluster. Empty if the system has no /proc. */
export function serverPids(cluster: string): number[] {
  if (!existsSync('/proc/self/stat')) return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isServerOf(pid, cluster));
}

function isServerOf(pid: number, cluster: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === cluster && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
    );
  } catch {
    return false;
  }
}

/** Stops and removes everything that a test file created with these functions. */
export async function cleanUp(): Promise<void> {
  await Promise.all(databases.splice(0).map((database) => database.stop()));
  for (const child of children.splice(0))
    if (child.exitCode === null && child.signalCode === null) await killProcess(child);
  for (const folder of folders.splice(0)) {
    for (const pid of serverPids(join(folder, 'postgres', 'cluster'))) process.kill(pid, 'SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}
