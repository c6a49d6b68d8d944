import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isReachable } from '../../../src/embedded-postgres/database-connection.js';
import { findSystemUser, launchOptions, runProgram } from '../../../src/embedded-postgres/postgres-program.js';
import { freePort } from './free-port.js';

const execute = promisify(execFile);

/** PostgreSQL programs: the embedded ones of the service, or the Debian package `postgresql-15`. */
export type PostgresDistribution = 'embedded' | 'system';

const BIN_FOLDERS: Readonly<Record<PostgresDistribution, () => string>> = {
  embedded: () => {
    const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return join(resolve(`@embedded-postgres/linux-${process.arch}`), '../../native/bin');
  },
  system: () => '/usr/lib/postgresql/15/bin',
};

export const isInstalled = (distribution: PostgresDistribution): boolean =>
  existsSync(join(BIN_FOLDERS[distribution](), 'initdb'));

/** A PostgreSQL server with full durability that always runs on the same port. */
export type Cluster = Awaited<ReturnType<typeof startCluster>>;

interface ClusterOptions {
  readonly distribution?: PostgresDistribution;
  /** Additional settings, such as `max_connections=50`. */
  readonly settings?: readonly string[];
  /** An empty folder for the data. Default: a temporary folder. */
  readonly folder?: string;
  /** Additional arguments, such as `--waldir=…`. */
  readonly initdbArguments?: readonly string[];
}

/** Initializes a cluster and starts it. */
export async function startCluster({
  distribution = 'embedded',
  settings = [],
  folder,
  initdbArguments = [],
}: ClusterOptions = {}) {
  const baseFolder = folder ?? mkdtempSync(join(tmpdir(), 'calendar-faults-'));
  const user = await findSystemUser();
  const [bin, data, port] = [BIN_FOLDERS[distribution](), join(baseFolder, 'cluster'), await freePort()];
  // If root runs the tests, PostgreSQL runs under another account, which needs access.
  chmodSync(baseFolder, 0o755);
  mkdirSync(data, { mode: 0o700 });
  if (user) chownSync(data, user.uid, user.gid);
  const options = ['--username=calendar', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-instructions'];
  await runProgram(join(bin, 'initdb'), [...options, `--pgdata=${data}`, ...initdbArguments], user);
  let postmaster: ChildProcess | undefined;
  /** URL of its database, which is empty at first. */
  const url = `postgres://calendar@127.0.0.1:${port}/postgres`;
  /** Starts it and waits until it accepts connections. */
  const start = async () => {
    const allSettings = [`unix_socket_directories=${data}`, 'listen_addresses=127.0.0.1', ...settings];
    const args = ['-D', data, '-p', String(port), ...allSettings.flatMap((setting) => ['-c', setting])];
    postmaster = spawn(join(bin, 'postgres'), args, { ...launchOptions(user), stdio: 'ignore' });
    await waitUntilReady(url, postmaster);
  };
  /** Kills all its processes with SIGKILL and waits until they are gone: until then they may still respond. */
  const kill = async () => {
    if (postmaster) await killAll(postmaster);
    postmaster = undefined;
  };
  /** Kills it and removes its data. */
  const remove = async () => {
    await kill();
    rmSync(folder ? data : baseFolder, { recursive: true, force: true, maxRetries: 10 });
  };
  await start();
  return { url, start, kill, remove };
}

async function waitUntilReady(url: string, postmaster: ChildProcess): Promise<void> {
  while (!(await isReachable(url))) {
    if (postmaster.exitCode !== null) throw new Error(`PostgreSQL ended with ${postmaster.exitCode}`);
    await setTimeout(10);
  }
}

/** Kills the postmaster and its children, which would otherwise exit later. */
async function killAll(postmaster: ChildProcess): Promise<void> {
  if (postmaster.exitCode !== null || postmaster.signalCode !== null) return;
  const closed = once(postmaster, 'close');
  const pids = await killTree(postmaster.pid ?? 0);
  await Promise.all([closed, ...pids.map(waitUntilExited)]);
}

/**
 * Kills a process and all its descendants with SIGKILL, as the end of a container does.
 * @returns their process ids
 */
export async function killTree(root: number): Promise<number[]> {
  const { stdout } = await execute('ps', ['-eo', 'pid=,ppid=']);
  const pids = [root];
  // The list grows while it is traversed.
  for (const parent of pids)
    for (const [, pid] of stdout.matchAll(new RegExp(`^ *(\\d+) +${parent}$`, 'gm'))) pids.push(Number(pid));
  pids.forEach(killOne);
  return pids;
}

/** Waits until a process is gone. A zombie counts as gone: its connections are closed. */
async function waitUntilExited(pid: number): Promise<void> {
  const isRunning = () => /^State:\s+[^XZ]/mu.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  try {
    while (isRunning()) await setTimeout(1);
  } catch {
    // The process does not exist any more.
  }
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has exited meanwhile.
  }
}
