import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { residentMegabytes } from './cpu.js';
import { removeCreated, type BenchDatabase } from './database.js';
import { drive } from './drive.js';
import { endingAll, startService, type Server, type ServiceSettings } from './processes.js';
import { requestKinds, type Sent } from './requests.js';
import { readValues } from './values.js';

/** Resident memory of the service under load. */
export interface MemoryUse {
  /** Maximum of each half of the run in megabytes. The first half is the warm-up. */
  readonly peaks: readonly number[];
  readonly perSecond: number;
  readonly failed: number;
}

const CONNECTIONS = 64;
const MINUTES = 10;
/** One request in this many is a write. */
const WRITES = 20;
/** Idle time after the start in milliseconds. */
const SETTLING = 2000;

/** Memory of the service before its first request, in megabytes. */
export interface MemoryAfterStart {
  readonly resident: number;
  /** Heap and external memory after a garbage collection. */
  readonly retained: number;
}

const COLLECTING = new URL('../support/faults/collecting.mjs', import.meta.url).href;

export function memoryAfterStart(settings: ServiceSettings): Promise<MemoryAfterStart> {
  return endingAll(async (started) => {
    const { child } = started(await startService({ ...settings, nodeFlags: ['--import', COLLECTING] }));
    await setTimeout(SETTLING);
    const resident = residentMegabytes(child.pid ?? 0);
    child.kill('SIGUSR2');
    const [memory] = (await once(child, 'message')) as [{ retained: number }];
    return { resident, retained: memory.retained / 2 ** 20 };
  });
}

/** Sends requests of all kinds to a service with default settings and samples its memory. */
export function watchMemory(database: BenchDatabase): Promise<MemoryUse> {
  return endingAll(async (started) => {
    started({ stop: () => removeCreated(database) });
    const service = started(await startService({ database, environment: { CACHE_BYTES: '' } }));
    const draw = await mixed(service);
    const samples: number[] = [];
    const watch = setInterval(() => samples.push(residentMegabytes(service.child.pid ?? 0)), 1000);
    started({ stop: async () => clearInterval(watch) });
    const { perSecond, failed } = await drive(service, draw, { connections: CONNECTIONS, seconds: MINUTES * 60 });
    const half = samples.length / 2;
    const peaks = [samples.slice(0, half), samples.slice(half)].map((part) => Math.max(...part));
    return { peaks, perSecond, failed };
  });
}

async function mixed(service: Server): Promise<() => Sent> {
  const kinds = await requestKinds(service, await readValues(service.database.session));
  const reads = kinds.filter(({ writes }) => !writes).map(({ draw }) => draw);
  const create = kinds.find(({ writes }) => writes)?.draw;
  let next = 0;
  return () => {
    next += 1;
    const draw = next % WRITES === 0 ? create : reads[next % reads.length];
    if (!draw) throw new Error('No kinds of requests');
    return draw();
  };
}
