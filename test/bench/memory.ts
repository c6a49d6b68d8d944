import { removeCreated, type BenchDatabase } from './database.js';
import { drive } from './drive.js';
import { endingAll } from './interruption.js';
import type { BenchOptions } from './options.js';
import { startService, type Server } from './processes.js';
import { requestKinds, type Sent } from './requests.js';
import { residentMegabytes } from './start-up.js';
import { readValues } from './values.js';

/** Resident memory of the service under load. */
export interface MemoryUse {
  readonly size: number;
  /** Samples in megabytes (2^20 bytes), one per second. */
  readonly samples: readonly number[];
  readonly most: number;
  /** Growth in the second half in megabytes per minute, by linear regression. The first half is the warm-up. */
  readonly slope: number;
  readonly perSecond: number;
  readonly failed: number;
  /** Upper limit in megabytes. */
  readonly goal: number;
}

const CONNECTIONS = 64;
const GOAL = 300;
const MINUTES = 10;
/** One request in this many is a write. */
const WRITES = 20;

/** Sends requests of all kinds to a service with default settings and samples its memory. */
export function watchMemory(database: BenchDatabase, options: BenchOptions, signal: AbortSignal): Promise<MemoryUse> {
  return endingAll(async (started) => {
    started({ stop: () => removeCreated(database) });
    const environment = { CACHE_BYTES: '' };
    const service = started(await startService({ database, nodeFlags: options.nodeFlags, environment }));
    const samples: number[] = [];
    const watch = setInterval(() => void residentMegabytes(service).then((megabytes) => samples.push(megabytes)), 1000);
    started({ stop: async () => clearInterval(watch) });
    const draw = await mixed(service, database);
    const seconds = (options.minutes ?? MINUTES) * 60;
    const { perSecond, failed } = await drive(service, draw, { connections: CONNECTIONS, seconds, signal });
    const warm = samples.slice(Math.floor(samples.length / 2));
    return {
      size: database.size,
      samples,
      most: Math.max(...samples),
      slope: slopeOf(warm) * 60,
      perSecond,
      failed,
      goal: GOAL,
    };
  });
}

async function mixed(service: Server, { session }: BenchDatabase): Promise<() => Sent> {
  const kinds = await requestKinds(service, await readValues(session));
  const [reads, writes] = [kinds.filter(({ writes }) => !writes), kinds.filter(({ writes }) => writes)];
  let next = 0;
  return () => {
    next += 1;
    const some = next % WRITES === 0 ? writes : reads;
    const kind = some[next % some.length] ?? kinds[0];
    if (!kind) throw new Error('No kinds of requests');
    return kind.draw();
  };
}

/** Slope per sample, by least squares. */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const covariance = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  const variance = values.reduce((sum, _value, index) => sum + (index - middle) ** 2, 0);
  return variance === 0 ? 0 : covariance / variance;
}
