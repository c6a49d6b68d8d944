import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { residentMegabytes } from './cpu.js';
import { removeCreated, type BenchDatabase } from './database.js';
import { drive } from './drive.js';
import { withResources, startService, type Server, type ServiceSettings } from './processes.js';
import { requestKinds, type BenchRequest } from './requests.js';
import { readValues } from './values.js';

/** Resident memory of the service under load. */
export interface MemoryUse {
  /** Maximum of each half of the run in megabytes. A higher second one shows growth. */
  readonly peaks: readonly number[];
  readonly perSecond: number;
  readonly failed: number;
}

const CONNECTIONS = 64;
const MINUTES = 10;
/** One request in this many is a write. */
const REQUESTS_PER_WRITE = 20;
/** Idle time after the start. */
const IDLE_MS = 2000;

/** Memory of the service before its first request, in megabytes. */
export interface MemoryAfterStart {
  readonly resident: number;
  /** Heap and external memory after a garbage collection. */
  readonly retained: number;
}

/** Module that reports the memory of a service on SIGUSR2. */
export const COLLECTOR_MODULE = new URL('../support/faults/collecting.mjs', import.meta.url).href;

/** Measures a service that is started for this purpose only. */
export function memoryAfterStart(settings: ServiceSettings): Promise<MemoryAfterStart> {
  return withResources(async (register) => {
    const { child } = register(await startService({ ...settings, nodeFlags: ['--import', COLLECTOR_MODULE] }));
    await setTimeout(IDLE_MS);
    const resident = residentMegabytes(child.pid ?? 0);
    return { resident, retained: await retainedMegabytes(child) };
  });
}

/** Heap and external memory after a garbage collection, of a service with {@link COLLECTOR_MODULE}. */
export async function retainedMegabytes(child: ChildProcess): Promise<number> {
  child.kill('SIGUSR2');
  const [memory] = (await once(child, 'message')) as [{ retained: number }];
  return memory.retained / 2 ** 20;
}

/** Sends requests of all kinds to a service with a response cache of the default size, and samples its memory. */
export function watchMemory(database: BenchDatabase): Promise<MemoryUse> {
  return withResources(async (register) => {
    register({ stop: () => removeCreated(database) });
    const service = register(await startService({ database, environment: { CACHE_BYTES: '' } }));
    const draw = await mixedRequests(service);
    const samples: number[] = [];
    const sampling = setInterval(() => samples.push(residentMegabytes(service.child.pid ?? 0)), 1000);
    register({ stop: async () => clearInterval(sampling) });
    const { perSecond, failed } = await drive(service, draw, { connections: CONNECTIONS, seconds: MINUTES * 60 });
    const middle = samples.length / 2;
    const peaks = [samples.slice(0, middle), samples.slice(middle)].map((samplesOfHalf) => Math.max(...samplesOfHalf));
    return { peaks, perSecond, failed };
  });
}

async function mixedRequests(service: Server): Promise<() => BenchRequest> {
  const kinds = await requestKinds(service, await readValues(service.database.session));
  const reads = kinds.filter(({ writes }) => !writes).map(({ draw }) => draw);
  const create = kinds.find(({ writes }) => writes)?.draw;
  let requestCount = 0;
  return () => {
    requestCount += 1;
    const draw = requestCount % REQUESTS_PER_WRITE === 0 ? create : reads[requestCount % reads.length];
    if (!draw) throw new Error('No kinds of requests');
    return draw();
  };
}
