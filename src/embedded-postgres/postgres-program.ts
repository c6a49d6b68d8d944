import { execFile } from 'node:child_process';
import { platform } from 'node:os';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { SystemUser } from './system-user.js';

const execute = promisify(execFile);

/** How PostgreSQL's programs are launched: as that user, with an environment of their own. */
export interface LaunchOptions {
  env: Record<string, string>;
  cwd: string;
  windowsHide: boolean;
  uid?: number;
  gid?: number;
}

/**
 * Launch options for one of PostgreSQL's programs.
 *
 * The environment is built, not filtered: no PG* variable may redirect the programs, no LC_* change their messages.
 * The working directory is one which that user can enter; PostgreSQL looks its own up.
 */
export function launchOptions(program: string, user: SystemUser | undefined): LaunchOptions {
  const path: Record<string, string> = platform() === 'win32' ? {} : { PATH: '/usr/bin:/bin' };
  const options: LaunchOptions = { env: { ...path, LC_ALL: 'C', TZ: 'UTC' }, cwd: dirname(program), windowsHide: true };
  return user ? { ...options, uid: user.uid, gid: user.gid } : options;
}

/** Runs one of PostgreSQL's programs to its end and returns what it printed; rejects when it fails. */
export async function runProgram(
  program: string,
  args: string[],
  user: SystemUser | undefined,
  input = '',
): Promise<string> {
  const running = execute(program, args, { ...launchOptions(program, user), encoding: 'utf8' });
  // A program that ends without reading its input closes the pipe, which is no failure of its own.
  running.child.stdin?.on('error', () => undefined).end(input);
  return (await running).stdout;
}

/**
 * Sends a signal to one of PostgreSQL's processes; SIGINT is a postmaster's fast shutdown, SIGQUIT an immediate one.
 * Windows knows no signals: there PostgreSQL listens for its own, which its `pg_ctl` sends.
 */
export async function sendSignal(pid: number, signal: NodeJS.Signals, { pgCtl }: { pgCtl: string }): Promise<void> {
  try {
    if (platform() !== 'win32' || signal === 'SIGKILL') process.kill(pid, signal);
    else await execute(pgCtl, ['kill', signal.slice('SIG'.length), String(pid)], { windowsHide: true });
  } catch {
    // It ended by itself in the meantime.
  }
}
