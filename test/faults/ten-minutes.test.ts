import { readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { USERS_PATH } from '../support/accounts.js';
import { countRows } from '../support/database-session.js';
import { expectAtMostInFullRun, byRunMode, isFullRun, printFigures } from '../support/faults/run-mode.js';
import { openHandles, startMeasuredService, type MeasuredService } from '../support/faults/measured-service.js';
import { startMixedLoad, type Credentials } from '../support/faults/mixed-load.js';
import { slopeOf } from '../support/faults/slope.js';
import { ResponseCounter, isSuccessOrUnavailable, isNotServerError } from '../support/faults/response-counter.js';
import { ADMIN_HEADERS, rawRequest } from '../support/raw-request.js';
import { stopServiceProcesses } from '../support/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const MINUTE = 60_000;
/** In milliseconds. */
const LENGTH = byRunMode(8_000, 10 * MINUTE);
/** Until caches are full, and code that is run often is compiled. */
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

async function create(path: string, json: object): Promise<Record<string, unknown>> {
  const headers = { ...ADMIN_HEADERS, 'Content-Type': 'application/json' };
  const answer = await rawRequest(service.origin, { method: 'POST', path, headers, body: JSON.stringify(json) });
  expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
  return answer.body;
}

async function createCredentials(): Promise<Credentials> {
  const of = async (role: string) => {
    const { token } = await create(USERS_PATH, { username: role, role });
    return { Authorization: `Bearer ${String(token)}` };
  };
  return { editor: await of('editor'), author: await of('author'), subscriber: await of('subscriber'), nobody: {} };
}

interface Sample {
  /** Since the beginning, in minutes. */
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

/** Looks at the service every now and then, while it is used. */
async function watch(): Promise<Sample[]> {
  const begin = performance.now();
  const samples: Sample[] = [];
  while (performance.now() - begin < LENGTH) {
    await setTimeout(BETWEEN_SAMPLES);
    samples.push(await sample(begin));
  }
  return samples;
}

const COUNTED = ['handles', 'descriptors', 'connections'] as const;

/** What memory grows by in a minute, and by how much the most of everything else was surpassed later on. */
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

describe('a service that is used, well and badly, for some time', () => {
  it('9.3 answers everything, and takes no more than it took at the beginning', async () => {
    const [asked, hostile] = [new ResponseCounter(isSuccessOrUnavailable), new ResponseCounter(isNotServerError)];
    await create('/calendar/events/v1/tags', { name: 'Everywhere' });
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
