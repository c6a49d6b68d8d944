import type { BenchDatabase } from '../database.js';
import { compareAlternately, type Comparison } from '../drive-in-turn.js';
import { watchProcessorTimes, type LoadResult } from '../drive.js';
import type { BenchOptions } from '../options.js';
import { startFloor, startService, withResources, type Server } from '../processes.js';
import { openFile, readComponents, readEvents } from './calendar-file.js';

/** Number of events to compare by their components. */
const COMPARED_EVENTS = 10_000;
/** Above this number of events, a stream takes minutes, and one round is enough. */
const MAX_EVENTS_WITH_ROUNDS = 100_000;

/**
 * Compares whole calendar files of the service and of the floor. Both write the same components.
 * @returns events per second, and processor times per event
 * @throws if components differ
 */
export function compareStreams(database: BenchDatabase, size: number, { rounds }: BenchOptions): Promise<Comparison> {
  return withResources(async (register) => {
    const service = register(await startService({ database }));
    const components = await readComponents(service, COMPARED_EVENTS);
    const uuid = /^UID:.*@(.*)\r$/m.exec(components[0] ?? '')?.[1] ?? '';
    const floor = register(await startFloor(database, 'feed', { CALENDAR_UUID: uuid }));
    expectSameComponents(components, await readComponents(floor, COMPARED_EVENTS));
    const count = size > MAX_EVENTS_WITH_ROUNDS ? 1 : rounds;
    const kind = { name: 'whole stream', goal: 0.5 };
    return compareAlternately(kind, [() => readWhole(service), () => readWhole(floor)], count, 1);
  });
}

/** Figures are per event, not per response. */
async function readWhole(server: Server): Promise<LoadResult> {
  const processorTimes = watchProcessorTimes(server);
  const startedMs = performance.now();
  const events = await readEvents((await openFile(server)).response);
  const perSecond = events / ((performance.now() - startedMs) / 1000);
  return { perSecond, p50: undefined, p99: undefined, failed: 0, ...processorTimes(events) };
}

function expectSameComponents(components: readonly string[], floor: readonly string[]): void {
  const index = components.findIndex((component, position) => component !== floor[position]);
  if (index >= 0) throw new Error(`Event ${index} differs:\n${components[index]}\nfloor:\n${floor[index]}`);
}
