import { execFile } from 'node:child_process';
import type { Stats } from 'node:fs';
import { platform } from 'node:os';
import { promisify } from 'node:util';
import { SetupError } from '../kernel/errors/setup-error.js';

const execFileAsync = promisify(execFile);

export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * The account for PostgreSQL, which refuses to run as root; `undefined` if this process does not run as root.
 * @param clusterStats of an existing cluster, for its owner. The owner is root if root has restored a backup.
 */
export async function findSystemUser(clusterStats?: Stats): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (clusterStats && clusterStats.uid !== 0) return { uid: clusterStats.uid, gid: clusterStats.gid };
  const idOf = async (name: string, option: string) => Number(await runProgram('id', [option, name]));
  // Every Unix has `nobody`.
  for (const name of ['postgres', 'nobody']) {
    const user = await Promise.all([idOf(name, '-u'), idOf(name, '-g')]).catch(() => undefined);
    if (user) return { uid: user[0], gid: user[1] };
  }
  throw new SetupError(
    'PostgreSQL does not run as root, and this system has neither a user “postgres” nor “nobody”. Start the service as another user, create the user “postgres”, or set DATABASE_URL.',
  );
}

/**
 * Options of `spawn` and `execFile`. The environment is fixed, so that no PG* or LC_* variable changes what the programs do and print.
 * @param cwd working directory. The user needs no access to its parent folders.
 */
export function launchOptions(user?: SystemUser, cwd = '/') {
  return { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, cwd, windowsHide: true, ...user };
}

/** Runs a program and returns its output. Rejects if it fails. */
export async function runProgram(program: string, args: string[], user?: SystemUser, cwd?: string): Promise<string> {
  return (await execFileAsync(program, args, launchOptions(user, cwd))).stdout;
}

/**
 * Path of a cluster for a program that has it as working directory. On Linux this is a link to the working directory, which also works if
 * the program's user has no access to a parent folder, such as /root.
 */
export const pgdataArgument = (cluster: string): string => (platform() === 'linux' ? '/proc/self/cwd' : cluster);

/** The first error that a failed program printed, else its last line, or the message of another error. */
export function reasonOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message?: string };
  const lines = stderr?.trim().split('\n') ?? [];
  return (lines.find((line) => /\b(error|FATAL|PANIC): /.test(line)) ?? lines.at(-1)) || message || String(error);
}
