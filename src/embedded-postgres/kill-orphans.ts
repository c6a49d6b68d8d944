import { execFile } from 'node:child_process';
import { readdir, readlink } from 'node:fs/promises';
import { platform } from 'node:os';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { systemCode } from './embedded-postgres.errors.js';
import type { Log } from './log.js';
import { sendSignal } from './postgres-program.js';
import { markPidFileStale, readPidFile } from './postmaster-pid-file.js';

const execute = promisify(execFile);

interface ServedCluster {
  /** PGDATA, absolute, symbolic links resolved. */
  directory: string;
  binaries: { pgCtl: string };
}

type SignalSteps = readonly (readonly [NodeJS.Signals, number])[];

/** How long each way of ending the processes may take, in milliseconds; the gentlest is PostgreSQL's fast shutdown. */
const POSTMASTER_SIGNALS: SignalSteps = [
  ['SIGINT', 8_000],
  ['SIGQUIT', 6_000],
  ['SIGKILL', 2_000],
];
const BACKEND_SIGNALS: SignalSteps = [
  ['SIGQUIT', 1_000],
  ['SIGKILL', 2_000],
];

/**
 * Ends what runs on a cluster and has lost its owner, so that a new server can start: a postmaster whose service was
 * killed, or backends whose postmaster was. To be called by the holder of the lock on the data directory only: nobody
 * else's server can be running on it then.
 *
 * A process is touched only if it is verified to be a PostgreSQL of this very cluster, never by its number alone.
 */
export async function killOrphans(cluster: ServedCluster, log: Log): Promise<void> {
  const file = await readPidFile(cluster.directory);
  const found = await findServers(cluster.directory, file?.pid);
  if (file && found.includes(file.pid)) {
    log(`Stopping the database server (process ${file.pid}) that an earlier run left behind.`);
    await terminate([file.pid], POSTMASTER_SIGNALS, cluster);
  }
  await terminate(await findServers(cluster.directory, undefined), BACKEND_SIGNALS, cluster);
  const stale = await readPidFile(cluster.directory);
  if (stale && isPidInUse(stale.pid)) await markPidFileStale(cluster.directory, stale);
}

/** Whether a process has that number, which is not PostgreSQL's any more; a broken file (0) counts as well. */
function isPidInUse(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}

async function terminate(pids: number[], signals: SignalSteps, cluster: ServedCluster): Promise<void> {
  for (const [signal, timeoutMs] of signals) {
    if (pids.length === 0) return;
    for (const pid of pids) await sendSignal(pid, signal, cluster.binaries);
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline && (await isAnyRunning(pids, cluster))) await delay(20);
    if (!(await isAnyRunning(pids, cluster))) return;
  }
}

async function isAnyRunning(pids: number[], cluster: ServedCluster): Promise<boolean> {
  const running = await findServers(cluster.directory, pids[0]);
  return pids.some((pid) => running.includes(pid));
}

/**
 * The processes of PostgreSQL that work on a cluster.
 *
 * @param candidate the number in postmaster.pid, for systems that can only be asked about one process
 */
async function findServers(cluster: string, candidate: number | undefined): Promise<number[]> {
  if (platform() === 'linux') return findInProc(cluster);
  if (!candidate) return [];
  const command = platform() === 'win32' ? windowsCommandLine(candidate) : unixCommandLine(candidate);
  const line = await command.catch(() => '');
  return line.includes('postgres') && line.includes(cluster) ? [candidate] : [];
}

/** PostgreSQL makes its cluster its working directory; zombies and kernel threads have none, and drop out. */
async function findInProc(cluster: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== process.pid);
  const matches = await Promise.all(pids.map((pid) => isServerOf(pid, cluster).catch(() => false)));
  return pids.filter((_, index) => matches[index]);
}

async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  if ((await readlink(`/proc/${pid}/cwd`)) !== cluster) return false;
  // Programs that were updated under a running server are told as "…/postgres (deleted)".
  return basename(await readlink(`/proc/${pid}/exe`)).split(' ')[0] === 'postgres';
}

async function unixCommandLine(pid: number): Promise<string> {
  return (await execute('ps', ['-o', 'command=', '-p', String(pid)])).stdout;
}

async function windowsCommandLine(pid: number): Promise<string> {
  const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`;
  return (await execute('powershell', ['-NoProfile', '-Command', query])).stdout;
}
