import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** Description of the machine. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  /** Bytes. */
  readonly memory: number;
  readonly node: string;
  readonly postgres: string;
  /** Load average of the minute before the measurement; 0 on an idle machine. */
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

/** First line of every report. */
export function machineLine({ processor, cores, memory, node, postgres, load }: Machine): string {
  const gigabytes = (memory / 2 ** 30).toFixed(0);
  return `${processor}, ${cores} cores, ${gigabytes} GB, Node ${node}, PostgreSQL ${postgres}, load before ${load.toFixed(1)}`;
}
