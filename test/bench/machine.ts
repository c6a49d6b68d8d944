import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** What was measured on. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  /** Bytes. */
  readonly memory: number;
  readonly node: string;
  readonly postgres: string;
  /** Processes that ran or waited to, on average of the minute before; 0 on a quiet machine. */
  readonly load: number;
}

export function describeMachine(postgres: string): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: availableParallelism(),
    memory: totalmem(),
    node: process.version.slice(1),
    postgres,
    load: loadavg()[0] ?? 0,
  };
}

/** The line at the head of every report. */
export function machineLine({ processor, cores, memory, node, postgres, load }: Machine): string {
  const gigabytes = (memory / 2 ** 30).toFixed(0);
  return `${processor}, ${cores} cores, ${gigabytes} GB, Node ${node}, PostgreSQL ${postgres}, load before ${load.toFixed(1)}`;
}
