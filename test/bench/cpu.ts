import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second of process times (`getconf CLK_TCK`). The value is 100 on all Linux platforms. */
const TICKS = 100;

/** Whether the system has `/proc`. */
const IS_KNOWN = existsSync('/proc/self/stat');

interface ProcessFacts {
  readonly parent: number;
  /** Processor time of the process in seconds. */
  readonly own: number;
  /** Processor time of its exited children in seconds. */
  readonly ofEnded: number;
}

/** Resident memory of a process in megabytes (2^20 bytes). Needs `/proc`. */
export function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Processor time of a process in seconds. `undefined` without `/proc`. */
export function processorTime(pid: number): number | undefined {
  return factsOf(pid)?.own;
}

/**
 * Processor time of a PostgreSQL server with all its processes in seconds.
 * @param sessionPid process id of one of its sessions
 */
export function postgresTime(sessionPid: number): number | undefined {
  const parent = factsOf(sessionPid)?.parent;
  if (parent === undefined) return undefined;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = pids.map((pid) => factsOf(Number(pid))).filter((facts) => facts?.parent === parent);
  const postmaster = factsOf(parent);
  const ofServer = (postmaster?.own ?? 0) + (postmaster?.ofEnded ?? 0);
  return children.reduce((sum, facts) => sum + (facts?.own ?? 0), ofServer);
}

/**
 * Parses `/proc/[pid]/stat`. The command name may contain blanks and parentheses; the fields after it are numbers. See
 * proc_pid_stat(5).
 */
function factsOf(pid: number): ProcessFacts | undefined {
  if (!IS_KNOWN) return undefined;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const seconds = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / TICKS;
    return { parent: Number(fields[1]), own: seconds(11), ofEnded: seconds(13) };
  } catch {
    return undefined;
  }
}
