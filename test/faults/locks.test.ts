import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { withRolledBackTransaction } from '../support/database/database-session.js';
import { startRequestLoop } from '../support/faults/request-loop.js';
import { expectAtMostInFullRun, byRunMode, printFigures } from '../support/jest/run-mode.js';
import { reconcile } from '../support/faults/write-ledger.js';
import { startMeasuredService, type MeasuredService } from '../support/faults/measured-service.js';
import { ResponseLog, isSuccess } from '../support/faults/response-log.js';
import { sendTimed, type RequestSpec } from '../support/faults/timed-request.js';
import { startWriteLoop } from '../support/faults/write-loop.js';
import { eventually } from '../support/processes/log-lines.js';
import { ADMIN_HEADERS } from '../support/requests/raw-request.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

const ROOT = '/calendar/events/v1';
/** Duration of the table lock in milliseconds. */
const LOCKED = byRunMode(2_500, 20_000);
/** Ramp-up of the clients in milliseconds. The test covers a lock, not a burst of two hundred requests. */
const SPREAD = byRunMode(500, 4_000);
/** Number of concurrent requests, and how many of them have a key or a password. */
const AT_ONCE = byRunMode(60, 200);
const KEYED = byRunMode(12, 64);
const SECRET = 4;

let database: TestDatabase;
let service: MeasuredService;
beforeEach(async () => {
  database = await createTestDatabase();
  service = await startMeasuredService({ DATABASE_URL: database.url, CACHE_BYTES: '0' });
});
afterEach(async () => {
  await stopServiceProcesses();
  await database.drop();
});

const DATES = { start_date: '2030-05-01 19:00:00', end_date: '2030-05-01 21:00:00' };

const create = async (path: string, json: object) => Number((await service.create(`${ROOT}/${path}`, json))['id']);

/**
 * Requests that use the database, for locked and other tables, and requests that verify a password, which is CPU-bound.
 */
async function databaseQuestions(): Promise<{ readonly questions: RequestSpec[]; readonly secrets: RequestSpec[] }> {
  const closed = await create('events', { ...DATES, title: 'Closed', password: 'Setze jutges' });
  const open = await create('events', { ...DATES, title: 'Open', tags: ['Everywhere'] });
  const organizer = await create('organizers', { organizer: 'Ateneu' });
  const read = ['events?per_page=5', `events/${open}`, 'tags', 'venues', `organizers/${organizer}`, 'organizers'];
  const write = { method: 'PATCH', headers: ADMIN_HEADERS };
  const questions = [
    ...read.map((path) => ({ path: `${ROOT}/${path}` })),
    { ...write, path: `${ROOT}/events/${open}`, body: { featured: true } },
    { ...write, path: `${ROOT}/organizers/${organizer}`, body: { phone: '972 00 00 00' } },
  ];
  const secrets = [
    { path: `${ROOT}/events/${closed}?password=Setze%20jutges` },
    { path: `${ROOT}/events/${closed}`, headers: { 'X-Event-Password': 'Setze%20jutges' } },
  ];
  return { questions, secrets };
}

const FREE = ['/calendar/events/v1', '/calendar/events/v1/doc', '/health/live'].map((path) => ({ path }));
/** Maximum number of failed probes, to tolerate other load on the machine. */
const SPOILED = byRunMode(2, 0);
const PROBES = ['/health/live', '/health/ready'].map((path) => ({ path }));

/** Locks a table against writes and reads. */
const lock = (table: string): Promise<void> =>
  withRolledBackTransaction(database.url, async (session) => {
    await session.query(`lock table ${table} in access exclusive mode`);
    await setTimeout(LOCKED);
  });

/** Waits until every request succeeds and no request waits for a pool connection. */
async function untilWell(questions: readonly RequestSpec[]): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  for (const question of questions) {
    await eventually(async () => (isSuccess(await sendTimed(service.origin, agent, question)) ? true : undefined));
  }
  agent.destroy();
  const pending = async () => (await service.metrics()).get('calendar_database_pool_pending');
  await eventually(async () => ((await pending()) === 0 ? true : undefined));
}

/** Sends all requests on every connection. A process that has just started responds more slowly. */
async function warmUp(questions: readonly RequestSpec[]): Promise<void> {
  const asked = new ResponseLog(isSuccess);
  const askers = startRequestLoop(service.origin, [...questions, ...FREE], {
    concurrency: 16,
    delayMs: 5,
    onResponse: asked.record,
  });
  const writers = startWriteLoop(service.origin, { concurrency: 8 });
  await writers.waitForAcknowledged(byRunMode(20, 200));
  await Promise.all([writers.stop(), askers.stop()]);
  expect(asked.unexpected).toEqual([]);
}

/** Starts clients that send all requests, some with a key, and records the responses. */
function startLoad(questions: readonly RequestSpec[], secrets: readonly RequestSpec[]) {
  const asked = new ResponseLog();
  // The write loop rejects other unexpected responses itself.
  const keyed = new ResponseLog(({ status, headers }) => status !== 503 || headers['retry-after'] !== undefined);
  const [free, probes] = [
    new ResponseLog(isSuccess),
    new ResponseLog((answer) => isSuccess(answer) || answer.status === 503),
  ];
  const ways = AT_ONCE - KEYED - SECRET - FREE.length - 1;
  const askers = [
    startRequestLoop(service.origin, questions, {
      concurrency: ways,
      delayMs: 250,
      rampUpMs: SPREAD,
      onResponse: asked.record,
    }),
    startRequestLoop(service.origin, secrets, { concurrency: SECRET, delayMs: 250, onResponse: asked.record }),
    startRequestLoop(service.origin, FREE, { concurrency: FREE.length, delayMs: 250, onResponse: free.record }),
    startRequestLoop(service.origin, PROBES, { concurrency: 1, delayMs: 50, onResponse: probes.record }),
  ];
  const writers = startWriteLoop(service.origin, {
    concurrency: KEYED,
    isKeyed: true,
    rampUpMs: SPREAD,
    onResponse: keyed.record,
  });
  const stop = async () => {
    const [ledger] = await Promise.all([writers.stop(), ...askers.map((each) => each.stop())]);
    return ledger;
  };
  return { asked, keyed, free, probes, stop };
}

describe('Locked table', () => {
  it.each(byRunMode(['events'], ['events', 'tags']))(
    'requests wait no longer than documented, and requests without the database do not wait: %s (12.4)',
    async (table) => {
      const { questions, secrets } = await databaseQuestions();
      const all = [...questions, ...secrets];
      await warmUp(all);
      const locked = lock(table);
      const { asked, keyed, free, probes, stop } = startLoad(questions, secrets);
      await locked.catch(() => undefined);
      const ledger = await stop();
      await untilWell(all);
      const settled = await reconcile(database.url, ledger);
      printFigures(`${table} locked`, {
        at_once: AT_ONCE,
        asked: asked.total + free.total + probes.total,
        unavailable: asked.unavailable,
        keyed: keyed.total,
        keyed_unavailable: keyed.unavailable,
        ...settled,
        not_ready: probes.unavailable,
        longest_ms: asked.longest,
        longest_keyed_ms: keyed.longest,
        longest_free_ms: free.longest,
        longest_probe_ms: probes.longest,
        probes_p99_ms: probes.percentile(0.99),
      });
      expect([asked.unexpected, keyed.unexpected, free.unexpected, probes.unexpected]).toEqual([[], [], [], []]);
      expect(probes.unavailable).toBeLessThanOrEqual(SPOILED);
      expect(asked.unavailable + keyed.unavailable).toBeGreaterThan(0);
      expect(settled).toMatchObject({ lost: 0, duplicated: 0, unknown: 0 });
      expectAtMostInFullRun(16_000, { asked: asked.longest, keyed: keyed.longest });
      expectAtMostInFullRun(3500, { free: free.longest });
      expectAtMostInFullRun(100, { probes: probes.longest });
    },
  );
});
