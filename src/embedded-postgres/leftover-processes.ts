import { execFile } from 'node:child_process';
import { readdir, readlink } from 'node:fs/promises';
import { platform } from 'node:os';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { systemCode } from './embedded-postgres.errors.js';
import { type Log, tell } from './log.js';
import { sendSignal } from './postgres-program.js';
import { disarmPidFile, readPidFile } from './postmaster-pid-file.js';

const execute = promisify(execFile);

interface ServedCluster {
  /** PGDATA, absolute, symbolic links resolved. */
  directory: string;
  binaries: { pgCtl: string };
}

type Signals = readonly (readonly [NodeJS.Signals, number])[];

/** How long each way of ending the processes may take, in milliseconds; the gentlest is PostgreSQL's fast shutdown. */
const POSTMASTER_SIGNALS: Signals = [
  ['SIGINT', 8_000],
  ['SIGQUIT', 6_000],
  ['SIGKILL', 2_000],
];
const BACKEND_SIGNALS: Signals = [
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
export async function endLeftovers(cluster: ServedCluster, log: Log): Promise<void> {
  const file = await readPidFile(cluster.directory);
  const found = await findServers(cluster.directory, file?.pid);
  if (file && found.includes(file.pid)) {
    tell(log, { key: 'database.leftover', args: { pid: file.pid } });
    await end([file.pid], POSTMASTER_SIGNALS, cluster);
  }
  await end(await findServers(cluster.directory, undefined), BACKEND_SIGNALS, cluster);
  const stale = await readPidFile(cluster.directory);
  if (stale && isInUse(stale.pid)) await disarmPidFile(cluster.directory, stale);
}

/** Whether a process has that number, which is not PostgreSQL's any more; a broken file (0) counts as well. */
function isInUse(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}

async function end(pids: number[], signals: Signals, cluster: ServedCluster): Promise<void> {
  for (const [signal, patience] of signals) {
    if (pids.length === 0) return;
    for (const pid of pids) await sendSignal(pid, signal, cluster.binaries);
    const deadline = performance.now() + patience;
    while (performance.now() < deadline && (await anyOf(pids, cluster))) await delay(20);
    if (!(await anyOf(pids, cluster))) return;
  }
}

async function anyOf(pids: number[], cluster: ServedCluster): Promise<boolean> {
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
  const matches = await Promise.all(pids.map((pid) => worksOn(pid, cluster).catch(() => false)));
  return pids.filter((_, index) => matches[index]);
}

async function worksOn(pid: number, cluster: string): Promise<boolean> {
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
