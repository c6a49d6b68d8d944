import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BenchDatabase } from '../database.js';
import { CONNECTIONS, compareAlternately, type Comparison } from '../drive-in-turn.js';
import { drive, waitUntilIdle } from '../drive.js';
import { median } from '../format.js';
import type { BenchOptions } from '../options.js';
import { startService, withResources } from '../processes.js';
import { NAMESPACE, type BenchRequest } from '../requests.js';
import { readValues } from '../values.js';
import { CALENDAR_FILE_PATH, openFile } from './calendar-file.js';

/** Default of `FEED_STREAMS`. */
const STREAMS = 4;

/** Median time to the first byte of a calendar file in milliseconds, without a cached response. */
export function firstByteTime(database: BenchDatabase, { rounds }: BenchOptions): Promise<number | undefined> {
  return withResources(async (register) => {
    const service = register(await startService({ database }));
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const { response, firstByteMs } = await openFile(service);
      response.destroy();
      if (round > 0) times.push(firstByteMs);
      await waitUntilIdle(database.session);
    }
    return median(times);
  });
}

/** Compares the rate of unchanged polls (304) with that of a list in the response cache. */
export function comparePolls(database: BenchDatabase, { rounds, seconds }: BenchOptions): Promise<Comparison> {
  return withResources(async (register) => {
    const service = register(await startService({ database, environment: { CACHE_BYTES: '' } }));
    const { response } = await openFile(service);
    const poll = { method: 'GET', path: CALENDAR_FILE_PATH, headers: { 'If-None-Match': response.headers.etag ?? '' } };
    response.destroy();
    const load = { connections: CONNECTIONS, seconds };
    const driveWith = (request: BenchRequest) => () => drive(service, () => request, load);
    const pair = [driveWith(poll as BenchRequest), driveWith({ method: 'GET', path: `${NAMESPACE}/events` })] as const;
    return compareAlternately({ name: 'unchanged poll', goal: 0.8 }, pair, rounds);
  });
}

/** Compares the rates of other requests beside the maximum number of streams with their rates without streams. */
export function compareBesideStreams(
  database: BenchDatabase,
  { rounds, seconds }: BenchOptions,
): Promise<Comparison[]> {
  return withResources(async (register) => {
    const service = register(await startService({ database }));
    const { id } = await readValues(database.session);
    const comparisons: Comparison[] = [];
    for (const [name, path] of Object.entries<() => string>({ 'by id': () => `/${id()}`, 'default list': () => '' })) {
      const draw = () => ({ method: 'GET', path: `${NAMESPACE}/events${path()}` }) as const;
      const load = { connections: CONNECTIONS, seconds };
      const alone = () => drive(service, draw, load);
      const beside = async () => drive(service, draw, { ...load, afterwards: await startStreams(service.origin) });
      comparisons.push(await compareAlternately({ name, goal: 0.5 }, [beside, alone], rounds));
    }
    return comparisons;
  });
}

/**
 * Starts a thread that reads streams.
 * @returns a function that ends them
 */
async function startStreams(origin: string): Promise<() => Promise<unknown>> {
  const reader = new Worker(new URL('read-streams.ts', import.meta.url), { workerData: { origin, streams: STREAMS } });
  await once(reader, 'message');
  return () => reader.terminate();
}
