import { realpath, writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { type Log, readTextIfExists } from './data-directory.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { pgdataArgument, runProgram } from './postgres-program.js';

/** Lines of the file: https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/utils/pidfile.h */
const STATUS_LINE_INDEX = 7;

/**
 * Reads `postmaster.pid`, which a server writes to its cluster; `undefined` if there is none.
 * @returns the process id, 0 if the file is damaged, and whether the server accepts connections
 */
export async function readPidFile(cluster: string): Promise<{ pid: number; isReady: boolean } | undefined> {
  const lines = (await readTextIfExists(join(cluster, 'postmaster.pid')))?.split('\n');
  return lines && { pid: Number(lines[0]) || 0, isReady: lines[STATUS_LINE_INDEX]?.trim() === 'ready' };
}

/** Stops a server that a killed service left behind. The caller has the lock on the data directory, so no other service needs that server. */
export async function stopOrphanedServer(cluster: string, { pgCtl, user }: PostgresBinaries, log: Log): Promise<void> {
  const file = await readPidFile(cluster);
  if (!file) return;
  if (!(await isServerOf(cluster, file.pid))) return markStale(cluster);
  log(`Stopping the database server (process ${file.pid}) that an earlier run left behind.`);
  const stop = (mode: string) =>
    runProgram(pgCtl, ['stop', '-D', pgdataArgument(cluster), '-t', '8', '-m', mode], user, cluster);
  await stop('fast').catch(() => stop('immediate'));
}

/** Whether a process is the server of a cluster. After a crash, or in another container, the id may belong to any process. */
async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  if (platform() === 'linux') return (await realpath(`/proc/${pid}/cwd`).catch(() => '')) === (await realpath(cluster));
  const command = await runProgram('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => '');
  return command.includes('postgres') && command.includes(cluster);
}

/**
 * Makes PostgreSQL treat the file as stale, even if another process has its process id by now. The id is replaced by that of this process:
 * PostgreSQL knows that its parent is not a server. The file is not deleted, because PostgreSQL needs its other lines to detect processes of
 * the former server that still run.
 */
async function markStale(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const [, ...rest] = ((await readTextIfExists(file)) ?? '').split('\n');
  await writeFile(file, [process.pid, ...rest, ''].join('\n'));
}
