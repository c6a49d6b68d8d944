import { setTimeout } from 'node:timers/promises';
import { residentMegabytes } from '../cpu.js';
import type { BenchDatabase } from '../database.js';
import { drive } from '../drive.js';
import { COLLECTOR_MODULE, retainedMegabytes } from '../memory.js';
import { startService, withResources, type Server } from '../processes.js';
import { NAMESPACE } from '../requests.js';
import { readValues } from '../values.js';
import { countEvents, openFile } from './calendar-file.js';

/** Memory that a stream adds to the process, in megabytes. */
export interface StreamMemory {
  /** Peak of the resident memory during the stream, compared with the peak while single events are read before it. */
  readonly resident: number;
  /** Heap and external memory after a garbage collection during the stream, compared with before it. */
  readonly retained: number;
  /** Number of events read. */
  readonly events: number;
}

/** Time for which single events are read, in seconds. */
const WARM_UP_SECONDS = 20;
/** Time of the stream, unless the file ends before. The client reads slowly in the first half, and at full speed in the second. */
const STREAM_MS = 60_000;
/** Pause after each chunk of at most 64 KiB, in the first half. */
const PAUSE_MS = 100;
const SAMPLE_INTERVAL_MS = 100;

/** Measures a service that is started for this purpose only. */
export function memoryOfSlowReader(database: BenchDatabase): Promise<StreamMemory> {
  return withResources(async (register) => {
    const service = register(await startService({ database, nodeFlags: ['--import', COLLECTOR_MODULE] }));
    const peaks: [before: number, during: number] = [0, 0];
    let phase: 0 | 1 = 0;
    const sample = () => (peaks[phase] = Math.max(peaks[phase], residentMegabytes(service.child.pid ?? 0)));
    const sampling = setInterval(sample, SAMPLE_INTERVAL_MS);
    register({ stop: async () => clearInterval(sampling) });
    const { id } = await readValues(database.session);
    const draw = () => ({ method: 'GET', path: `${NAMESPACE}/events/${id()}` }) as const;
    await drive(service, draw, { connections: 1, seconds: WARM_UP_SECONDS });
    const before = await retainedMegabytes(service.child);
    phase = 1;
    const { events, retained } = await readSlowly(service);
    return { resident: peaks[1] - peaks[0], retained: retained - before, events };
  });
}

async function readSlowly(service: Server) {
  const { response } = await openFile(service);
  const startedMs = performance.now();
  const elapsedMs = () => performance.now() - startedMs;
  let retained: number | undefined;
  let events = 0;
  for await (events of countEvents(response)) {
    if (elapsedMs() > STREAM_MS) break;
    if (elapsedMs() < STREAM_MS / 2) await setTimeout(PAUSE_MS);
    else retained ??= await retainedMegabytes(service.child);
  }
  return { events, retained: retained ?? (await retainedMegabytes(service.child)) };
}
