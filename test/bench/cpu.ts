import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second of process times (`getconf CLK_TCK`). The value is 100 on all Linux platforms. */
const TICKS_PER_SECOND = 100;

/** Whether the system reports process times in `/proc`. */
const HAS_PROC = existsSync('/proc/self/stat');

/** Fields of `/proc/[pid]/stat`. */
interface ProcessStat {
  readonly parent: number;
  /** Processor time of the process. */
  readonly ownSeconds: number;
  /** Processor time of its exited children. */
  readonly childSeconds: number;
}

/** Resident memory of a process in megabytes (2^20 bytes). Needs `/proc`. */
export function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Processor time of a process in seconds. `undefined` without `/proc`. */
export function processorTime(pid: number): number | undefined {
  return readStat(pid)?.ownSeconds;
}

/**
 * Processor time of a PostgreSQL server with all its processes in seconds.
 * @param sessionPid process id of one of its sessions
 */
export function postgresTime(sessionPid: number): number | undefined {
  const parent = readStat(sessionPid)?.parent;
  if (parent === undefined) return undefined;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = pids.map((pid) => readStat(Number(pid))).filter((stat) => stat?.parent === parent);
  const postmaster = readStat(parent);
  const postmasterSeconds = (postmaster?.ownSeconds ?? 0) + (postmaster?.childSeconds ?? 0);
  return children.reduce((sum, stat) => sum + (stat?.ownSeconds ?? 0), postmasterSeconds);
}

/**
 * Parses `/proc/[pid]/stat`. The command name may contain blanks and parentheses; the fields after it are numbers. See
 * proc_pid_stat(5).
 */
function readStat(pid: number): ProcessStat | undefined {
  if (!HAS_PROC) return undefined;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const seconds = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / TICKS_PER_SECOND;
    return { parent: Number(fields[1]), ownSeconds: seconds(11), childSeconds: seconds(13) };
  } catch {
    return undefined;
  }
}
