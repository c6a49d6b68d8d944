import type { BenchDatabase } from './database.js';
import { drive, type Driven } from './drive.js';
import { median, ratio } from './format.js';
import { endingAll } from './interruption.js';
import type { BenchOptions } from './options.js';
import { startService } from './processes.js';
import { NAMESPACE } from './requests.js';

/** Throughput of a repeated list with and without the response cache. */
export interface Repetition {
  readonly size: number;
  /** Successful responses per second, median of the rounds. */
  readonly cached: number | undefined;
  readonly uncached: number | undefined;
  readonly ratio: number | undefined;
  readonly goal: number;
}

const GOAL = 4;
const CONNECTIONS = 16;
const LIST = { method: 'GET', path: `${NAMESPACE}/events` } as const;

/** Sends the same list request in turn to a service with the default cache and to one without a cache. */
export function compareCache(
  database: BenchDatabase,
  { rounds, seconds, connections, nodeFlags }: BenchOptions,
  signal: AbortSignal,
): Promise<Repetition> {
  return endingAll(async (started) => {
    const settings = { database, nodeFlags };
    const uncached = started(await startService(settings));
    const cached = started(await startService({ ...settings, environment: { CACHE_BYTES: '' } }));
    const driving = { connections: CONNECTIONS, seconds: seconds / connections.length, signal };
    for (const server of [uncached, cached]) await drive(server, () => LIST, driving);
    const results: [Driven, Driven][] = [];
    for (let round = 0; round < rounds; round += 1) {
      results.push([await drive(uncached, () => LIST, driving), await drive(cached, () => LIST, driving)]);
    }
    const [without, with_] = [0, 1].map((which) => median(results.map((pair) => pair[which]?.perSecond ?? 0)));
    return { size: database.size, cached: with_, uncached: without, ratio: ratio(with_, without), goal: GOAL };
  });
}
