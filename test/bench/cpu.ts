import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second of process times (`getconf CLK_TCK`). The value is 100 on all Linux platforms of Node.js. */
const TICKS_PER_SECOND = 100;

/** Resident memory of a process in megabytes (2^20 bytes). */
export function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Processor time of a process in seconds. */
export const processorTime = (pid: number): number => readStat(pid).ownSeconds;

/**
 * Processor time of a PostgreSQL server with all its processes in seconds.
 * @param sessionPid process id of one of its sessions
 */
export function postgresTime(sessionPid: number): number {
  const { parent } = readStat(sessionPid);
  const postmaster = readStat(parent);
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.reduce((sum, pid) => {
    const stat = readRunning(Number(pid));
    return stat?.parent === parent ? sum + stat.ownSeconds : sum;
  }, postmaster.ownSeconds + postmaster.childSeconds);
}

/** `undefined` if the process has exited meanwhile. */
function readRunning(pid: number) {
  try {
    return readStat(pid);
  } catch {
    return undefined;
  }
}

/**
 * Parent of a process, and processor times of the process and of its exited children, from `/proc/[pid]/stat`. The command
 * name may contain blanks and parentheses; the fields after it are numbers. See proc_pid_stat(5).
 */
function readStat(pid: number) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const seconds = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / TICKS_PER_SECOND;
  return { parent: Number(fields[1]), ownSeconds: seconds(11), childSeconds: seconds(13) };
}
