import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { USERS_PATH } from '../support/accounts/accounts.js';
import { countRows } from '../support/database/database-session.js';
import { expectAtMostInFullRun, byRunMode, isFullRun, printFigures } from '../support/jest/run-mode.js';
import { openHandles, startMeasuredService, type MeasuredService } from '../support/faults/measured-service.js';
import { startMixedLoad, type Credentials } from './mixed-load.js';
import { ResponseLog, isNotServerError } from '../support/faults/response-log.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

const MINUTE = 60_000;
const LENGTH = byRunMode(8_000, 10 * MINUTE);
/** Time until caches are full and hot code is compiled. */
const WARM_UP = byRunMode(4_000, 3 * MINUTE);
const BETWEEN_SAMPLES = byRunMode(2_000, 10_000);

let database: TestDatabase;
let service: MeasuredService;
beforeEach(async () => {
  database = await createTestDatabase();
  service = await startMeasuredService({ DATABASE_URL: database.url, CACHE_BYTES: '4000000' });
});
afterEach(async () => {
  await stopServiceProcesses();
  await database.drop();
});

async function createCredentials(): Promise<Credentials> {
  const of = async (role: string) => {
    const { token } = await service.create(USERS_PATH, { username: role, role });
    return { Authorization: `Bearer ${String(token)}` };
  };
  return { editor: await of('editor'), author: await of('author'), subscriber: await of('subscriber'), nobody: {} };
}

interface Sample {
  /** Minutes since the start. */
  readonly at: number;
  readonly retained_mb: number;
  readonly resident_mb: number;
  readonly handles: number;
  readonly descriptors: number;
  readonly connections: number;
}

async function sample(begin: number): Promise<Sample> {
  const { retained, resident } = await service.memory();
  return {
    at: (performance.now() - begin) / MINUTE,
    retained_mb: retained / 1e6,
    resident_mb: resident / 1e6,
    handles: await openHandles(service),
    descriptors: readdirSync(`/proc/${service.process.child.pid}/fd`).length,
    connections: await countRows(database.url, 'pg_stat_activity', 'datname = current_database()'),
  };
}

/** Takes samples while the service is used. */
async function watch(): Promise<Sample[]> {
  const begin = performance.now();
  const samples: Sample[] = [];
  while (performance.now() - begin < LENGTH) {
    await setTimeout(BETWEEN_SAMPLES);
    samples.push(await sample(begin));
  }
  return samples;
}

/** Slope of the least squares line: how much a figure grows per unit of time. */
function slopeOf(points: readonly (readonly [time: number, figure: number])[]): number {
  const mean = (of: (time: number, figure: number) => number) =>
    points.reduce((sum, [time, figure]) => sum + of(time, figure), 0) / points.length;
  const [time, figure] = [mean((at) => at), mean((_at, value) => value)];
  return mean((at, value) => (at - time) * (value - figure)) / mean((at) => (at - time) ** 2);
}

const COUNTED = ['handles', 'descriptors', 'connections'] as const;

/** Memory growth per minute, and the increase of the other maxima after the warm-up. */
function growthOf(samples: readonly Sample[]) {
  const [first, later] = [
    samples.filter(({ at }) => at * MINUTE <= WARM_UP),
    samples.filter(({ at }) => at * MINUTE > WARM_UP),
  ];
  const most = (name: (typeof COUNTED)[number], of: readonly Sample[]) => Math.max(...of.map((each) => each[name]));
  const more = COUNTED.map((name) => [`more_${name}`, most(name, later) - most(name, first)] as const);
  return {
    retained_mb_a_minute: slopeOf(later.map(({ at, retained_mb }) => [at, retained_mb])),
    resident_mb_a_minute: slopeOf(later.map(({ at, resident_mb }) => [at, resident_mb])),
    ...(Object.fromEntries(more) as Record<`more_${(typeof COUNTED)[number]}`, number>),
  };
}

describe('Ten minutes of mixed and hostile load', () => {
  it('only documented responses, no growth of memory, handles and connections (9.3)', async () => {
    const [asked, hostile] = [new ResponseLog(), new ResponseLog(isNotServerError)];
    await service.create('/calendar/events/v1/tags', { name: 'Everywhere' });
    const load = startMixedLoad(service.origin, {
      credentials: await createCredentials(),
      onResponse: asked.record,
      onHostileResponse: hostile.record,
    });
    const samples = await watch().finally(load.stop);
    const growth = growthOf(samples);
    const last = samples.at(-1);
    printFigures('ten minutes', {
      asked: asked.total,
      hostile: hostile.total,
      unavailable: asked.unavailable + hostile.unavailable,
      longest_ms: Math.max(asked.longest, hostile.longest),
      ...(isFullRun && growth),
      ...last,
    });
    expect([asked.unexpected, hostile.unexpected]).toEqual([[], []]);
    expect(await countRows(database.url, 'events')).toBe(0);
    expectAtMostInFullRun(0, { unavailable: asked.unavailable + hostile.unavailable });
    const { retained_mb_a_minute, resident_mb_a_minute, ...more } = growth;
    expectAtMostInFullRun(1, { retained_mb_a_minute, resident_mb_a_minute });
    expectAtMostInFullRun(5, more);
  });
});
