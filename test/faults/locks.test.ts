import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withRolledBackTransaction } from '../support/database/database-session.js';
import { startRequestLoop } from '../support/faults/request-loop.js';
import { expectAtMostInFullRun, byRunMode, printFigures } from '../support/run/run-mode.js';
import { reconcile } from '../support/faults/write-ledger.js';
import { startMeasuredService, type MeasuredService } from '../support/faults/measured-service.js';
import { ResponseLog, isSuccess, isSuccessOrUnavailable } from '../support/faults/response-log.js';
import { sendTimed, type RequestSpec } from '../support/faults/timed-request.js';
import { startWriteLoop } from '../support/faults/write-loop.js';
import { eventually } from '../support/processes/log-lines.js';
import { ADMIN_HEADERS } from '../support/requests/raw-request.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

const ROOT = '/calendar/events/v1';
/** Duration of the table lock in milliseconds. */
const LOCK_MS = byRunMode(2_500, 20_000);
/** Ramp-up of the clients in milliseconds. The test covers a lock, not a burst of two hundred requests. */
const RAMP_UP_MS = byRunMode(500, 4_000);
/** Number of concurrent clients in all, of clients with an idempotency key, and of clients with a password. */
const CONCURRENCY = byRunMode(60, 200);
const KEYED_CLIENTS = byRunMode(12, 64);
const PASSWORD_CLIENTS = 4;

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
async function createRequests(): Promise<{
  readonly databaseRequests: RequestSpec[];
  readonly passwordRequests: RequestSpec[];
}> {
  const protectedEvent = await create('events', { ...DATES, title: 'Closed', password: 'Setze jutges' });
  const publicEvent = await create('events', { ...DATES, title: 'Open', tags: ['Everywhere'] });
  const organizer = await create('organizers', { organizer: 'Ateneu' });
  const paths = [
    'events?per_page=5',
    `events/${publicEvent}`,
    'tags',
    'venues',
    `organizers/${organizer}`,
    'organizers',
  ];
  const patch = { method: 'PATCH', headers: ADMIN_HEADERS };
  const databaseRequests = [
    ...paths.map((path) => ({ path: `${ROOT}/${path}` })),
    { ...patch, path: `${ROOT}/events/${publicEvent}`, body: { featured: true } },
    { ...patch, path: `${ROOT}/organizers/${organizer}`, body: { phone: '972 00 00 00' } },
  ];
  const passwordRequests = [
    { path: `${ROOT}/events/${protectedEvent}?password=Setze%20jutges` },
    { path: `${ROOT}/events/${protectedEvent}`, headers: { 'X-Event-Password': 'Setze%20jutges' } },
  ];
  return { databaseRequests, passwordRequests };
}

const REQUESTS_WITHOUT_DATABASE = ['/calendar/events/v1', '/calendar/events/v1/doc', '/health/live'].map((path) => ({
  path,
}));
/** Maximum number of failed probes, to tolerate other load on the machine. */
const MAX_FAILED_PROBES = byRunMode(2, 0);
const PROBES = ['/health/live', '/health/ready'].map((path) => ({ path }));

/** Locks a table against writes and reads. */
const lock = (table: string): Promise<void> =>
  withRolledBackTransaction(database.url, async (session) => {
    await session.query(`lock table ${table} in access exclusive mode`);
    await setTimeout(LOCK_MS);
  });

/** Waits until every request succeeds and no request waits for a pool connection. */
async function waitUntilRecovered(requests: readonly RequestSpec[]): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  for (const request of requests) {
    await eventually(async () => (isSuccess(await sendTimed(service.origin, agent, request)) ? true : undefined));
  }
  agent.destroy();
  const pending = async () => (await service.metrics()).get('calendar_database_pool_pending');
  await eventually(async () => ((await pending()) === 0 ? true : undefined));
}

/** Sends all requests on every connection. A process that has just started responds more slowly. */
async function warmUp(requests: readonly RequestSpec[]): Promise<void> {
  const log = new ResponseLog(isSuccess);
  const readers = startRequestLoop(service.origin, [...requests, ...REQUESTS_WITHOUT_DATABASE], {
    concurrency: 16,
    delayMs: 5,
    onResponse: log.record,
  });
  const writers = startWriteLoop(service.origin, { concurrency: 8 });
  await writers.waitForAcknowledged(byRunMode(20, 200));
  await Promise.all([writers.stop(), readers.stop()]);
  expect(log.unexpected).toEqual([]);
}

/** Starts clients that send all requests, some with a key, and records the responses. */
function startLoad(databaseRequests: readonly RequestSpec[], passwordRequests: readonly RequestSpec[]) {
  // A list may wait for its turn for longer than the limiter allows.
  const databaseResponses = new ResponseLog((response) => isSuccessOrUnavailable(response) || response.status === 429);
  // The write loop rejects other unexpected responses itself.
  const keyedResponses = new ResponseLog(
    ({ status, headers }) => status !== 503 || headers['retry-after'] !== undefined,
  );
  const [otherResponses, probes] = [
    new ResponseLog(isSuccess),
    new ResponseLog((response) => isSuccess(response) || response.status === 503),
  ];
  const concurrency = CONCURRENCY - KEYED_CLIENTS - PASSWORD_CLIENTS - REQUESTS_WITHOUT_DATABASE.length - 1;
  const loops = [
    startRequestLoop(service.origin, databaseRequests, {
      concurrency,
      delayMs: 250,
      rampUpMs: RAMP_UP_MS,
      onResponse: databaseResponses.record,
    }),
    startRequestLoop(service.origin, passwordRequests, {
      concurrency: PASSWORD_CLIENTS,
      delayMs: 250,
      onResponse: databaseResponses.record,
    }),
    startRequestLoop(service.origin, REQUESTS_WITHOUT_DATABASE, {
      concurrency: REQUESTS_WITHOUT_DATABASE.length,
      delayMs: 250,
      onResponse: otherResponses.record,
    }),
    startRequestLoop(service.origin, PROBES, { concurrency: 1, delayMs: 50, onResponse: probes.record }),
  ];
  const writers = startWriteLoop(service.origin, {
    concurrency: KEYED_CLIENTS,
    isKeyed: true,
    rampUpMs: RAMP_UP_MS,
    onResponse: keyedResponses.record,
  });
  const stop = async () => {
    const [ledger] = await Promise.all([writers.stop(), ...loops.map((loop) => loop.stop())]);
    return ledger;
  };
  return { databaseResponses, keyedResponses, otherResponses, probes, stop };
}

describe('Locked table', () => {
  it.each(byRunMode(['events'], ['events', 'tags']))(
    'requests wait no longer than documented, and requests without the database do not wait: %s (12.4)',
    async (table) => {
      const { databaseRequests, passwordRequests } = await createRequests();
      const allRequests = [...databaseRequests, ...passwordRequests];
      await warmUp(allRequests);
      const lockReleased = lock(table);
      const { databaseResponses, keyedResponses, otherResponses, probes, stop } = startLoad(
        databaseRequests,
        passwordRequests,
      );
      await lockReleased.catch(() => undefined);
      const ledger = await stop();
      await waitUntilRecovered(allRequests);
      const reconciliation = await reconcile(database.url, ledger);
      printFigures(`${table} locked`, {
        concurrency: CONCURRENCY,
        unkeyed: databaseResponses.total + otherResponses.total + probes.total,
        unavailable: databaseResponses.unavailable,
        keyed: keyedResponses.total,
        keyed_unavailable: keyedResponses.unavailable,
        ...reconciliation,
        not_ready: probes.unavailable,
        longest_ms: databaseResponses.longestMs,
        longest_keyed_ms: keyedResponses.longestMs,
        longest_without_database_ms: otherResponses.longestMs,
        longest_probe_ms: probes.longestMs,
        probes_p99_ms: probes.percentile(0.99),
      });
      expect([
        databaseResponses.unexpected,
        keyedResponses.unexpected,
        otherResponses.unexpected,
        probes.unexpected,
      ]).toEqual([[], [], [], []]);
      expect(probes.unavailable).toBeLessThanOrEqual(MAX_FAILED_PROBES);
      expect(databaseResponses.unavailable + keyedResponses.unavailable).toBeGreaterThan(0);
      expect(reconciliation).toMatchObject({ lost: 0, duplicated: 0, unknown: 0 });
      expectAtMostInFullRun(16_000, { unkeyed: databaseResponses.longestMs, keyed: keyedResponses.longestMs });
      expectAtMostInFullRun(3500, { 'without database': otherResponses.longestMs });
      expectAtMostInFullRun(100, { probes: probes.longestMs });
    },
  );
});
