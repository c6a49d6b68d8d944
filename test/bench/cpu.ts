import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Ticks a second in which Linux counts the time of processes (`getconf CLK_TCK`), the same on all its machines. */
const TICKS = 100;

/** Whether the system says what its processes have used. */
const IS_KNOWN = existsSync('/proc/self/stat');

interface ProcessFacts {
  readonly parent: number;
  /** Seconds of processor time, its own and its ended children's. */
  readonly own: number;
  readonly ofEnded: number;
}

/** Seconds of processor time that a process has used; `undefined` where the system does not say. */
export function processorTime(pid: number): number | undefined {
  return factsOf(pid)?.own;
}

/** The same of a PostgreSQL and all of its processes, by the process id of one of its sessions. */
export function postgresTime(sessionPid: number): number | undefined {
  const parent = factsOf(sessionPid)?.parent;
  if (parent === undefined) return undefined;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = pids.map((pid) => factsOf(Number(pid))).filter((facts) => facts?.parent === parent);
  const postmaster = factsOf(parent);
  return (postmaster?.own ?? 0) + (postmaster?.ofEnded ?? 0) + sum(children.map((facts) => facts?.own ?? 0));
}

/** See proc_pid_stat(5): behind the name, which may hold anything, the fields are numbers. */
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

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
