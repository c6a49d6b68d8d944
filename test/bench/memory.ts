import { removeCreated, type BenchDatabase } from './database.js';
import { drive } from './drive.js';
import { endingAll } from './interruption.js';
import type { BenchOptions } from './options.js';
import { startService, type Server } from './processes.js';
import { requestKinds, type Sent } from './requests.js';
import { residentMegabytes } from './start-up.js';
import { readValues } from './values.js';

/** How the resident memory of the service went while it was driven. */
export interface MemoryUse {
  readonly size: number;
  /** Megabytes (2^20 bytes), one for each second. */
  readonly samples: readonly number[];
  readonly most: number;
  /** Megabytes a minute over the second half, when all is warm: the straight line that fits best. */
  readonly slope: number;
  readonly perSecond: number;
  readonly failed: number;
  /** Megabytes that it is to stay below. */
  readonly goal: number;
}

const CONNECTIONS = 64;
const GOAL = 300;
const MINUTES = 10;
/** One request in so many writes. */
const WRITES = 20;

/** Drives the service as it is by default, cache and all, with requests of all kinds, and watches its memory. */
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
    if (!kind) throw new Error('There are no kinds of requests');
    return kind.draw();
  };
}

/** The rise from one value to the next, by least squares. */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const covariance = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  const variance = values.reduce((sum, _value, index) => sum + (index - middle) ** 2, 0);
  return variance === 0 ? 0 : covariance / variance;
}
