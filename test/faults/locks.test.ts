import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { withRolledBackTransaction } from '../support/database/database-session.js';
import { useMeasuredService } from '../support/faults/measured-service.js';
import { startProbeLoop } from '../support/faults/probe-loop.js';
import { sendTimed, startRequestLoop, type RequestSpec } from '../support/faults/request-loop.js';
import { ResponseLog, isSuccess, isSuccessOrRejected, maxDuration } from '../support/faults/response-log.js';
import { expectAllStored, startWriteLoop } from '../support/faults/write-loop.js';
import { eventually } from '../support/processes/log-lines.js';
import { ADMIN_HEADERS } from '../support/requests/raw-request.js';
import { expectAtMostInFullRun, byRunMode } from '../support/run/run-mode.js';

const ROOT = '/calendar/events/v1';
/** Duration of the table lock in milliseconds. */
const LOCK_MS = byRunMode(2_500, 20_000);
/** Ramp-up of the clients in milliseconds. The test covers a lock, not a burst of two hundred requests. */
const RAMP_UP_MS = byRunMode(500, 4_000);
/** Number of concurrent clients in all, of clients with an idempotency key, and of clients with a password. */
const CONCURRENCY = byRunMode(60, 200);
const KEYED_CLIENTS = byRunMode(12, 64);
const PASSWORD_CLIENTS = 4;

const service = useMeasuredService({ CACHE_BYTES: '0' });

const DATES = { start_date: '2030-05-01 19:00:00', end_date: '2030-05-01 21:00:00' };

const create = async (path: string, json: object) => Number((await service.create(`${ROOT}/${path}`, json))['id']);

/**
 * Requests that use the database, for locked and other tables, and requests that verify a password, which is CPU-bound.
 */
async function createRequests() {
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
  const databaseRequests: RequestSpec[] = [
    ...paths.map((path) => ({ path: `${ROOT}/${path}` })),
    { ...patch, path: `${ROOT}/events/${publicEvent}`, body: { featured: true } },
    { ...patch, path: `${ROOT}/organizers/${organizer}`, body: { phone: '972 00 00 00' } },
  ];
  const passwordRequests: RequestSpec[] = [
    { path: `${ROOT}/events/${protectedEvent}?password=Setze%20jutges` },
    { path: `${ROOT}/events/${protectedEvent}`, headers: { 'X-Event-Password': 'Setze%20jutges' } },
  ];
  return { databaseRequests, passwordRequests };
}

const REQUESTS_WITHOUT_DATABASE = [{ path: ROOT }, { path: `${ROOT}/doc` }, { path: '/health/live' }];
/** Maximum number of failed probes, to tolerate other load on the machine. */
const MAX_FAILED_PROBES = byRunMode(2, 0);
/** Timeout of most orchestrators for a probe, in milliseconds. */
const PROBE_TIMEOUT_MS = 1_000;
const PROBE_PATHS = ['/health/live', '/health/ready'];

/** Locks a table against writes and reads. */
const lock = (table: string): Promise<void> =>
  withRolledBackTransaction(service.databaseUrl, async (session) => {
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
  const logs = {
    // A list that waits for longer than the list limiter allows gets 429.
    database: new ResponseLog(isSuccessOrRejected),
    // For other unexpected responses, the write loop itself fails.
    keyed: new ResponseLog(({ status, headers }) => status !== 503 || headers['retry-after'] !== undefined),
    withoutDatabase: new ResponseLog(isSuccess),
    probes: new ResponseLog((response) => isSuccess(response) || response.status === 503),
  };
  const { database, keyed, withoutDatabase, probes } = logs;
  const clientsWithoutDatabase = REQUESTS_WITHOUT_DATABASE.length;
  const databaseClients = CONCURRENCY - KEYED_CLIENTS - PASSWORD_CLIENTS - clientsWithoutDatabase - 1;
  const loop = (requests: readonly RequestSpec[], concurrency: number, log: ResponseLog, delays = {}) =>
    startRequestLoop(service.origin, requests, { concurrency, delayMs: 250, onResponse: log.record, ...delays });
  const loops = [
    loop(databaseRequests, databaseClients, database, { rampUpMs: RAMP_UP_MS }),
    loop(passwordRequests, PASSWORD_CLIENTS, database),
    loop(REQUESTS_WITHOUT_DATABASE, clientsWithoutDatabase, withoutDatabase),
    startProbeLoop({ origin: service.origin, paths: PROBE_PATHS, delayMs: 50 }, probes.record),
  ];
  const options = { concurrency: KEYED_CLIENTS, isKeyed: true, rampUpMs: RAMP_UP_MS, onResponse: keyed.record };
  const writers = startWriteLoop(service.origin, options);
  const stop = async () => {
    const [ledger] = await Promise.all([writers.stop(), ...loops.map((each) => each.stop())]);
    return ledger;
  };
  return { logs, stop };
}

describe('Locked table', () => {
  it.each(byRunMode(['events'], ['events', 'tags']))(
    '%s: requests get a response within 16 s, and requests without the database within 3.5 s (12.4)',
    async (table) => {
      const { databaseRequests, passwordRequests } = await createRequests();
      const allRequests = [...databaseRequests, ...passwordRequests];
      await warmUp(allRequests);
      const lockReleased = lock(table);
      const loadStartedAt = performance.now();
      const { logs, stop } = startLoad(databaseRequests, passwordRequests);
      await lockReleased.catch(() => undefined);
      const releasedAt = performance.now();
      const ledger = await stop();
      await waitUntilRecovered(allRequests);
      const { database, keyed, withoutDatabase, probes } = logs;
      // After the release, the waiting requests run all at once, and probes wait for their turn.
      const longestProbeMs = maxDuration(probes.within(loadStartedAt, releasedAt));
      const stored = await expectAllStored(`${table} locked`, service.databaseUrl, ledger, {
        concurrency: CONCURRENCY,
        unkeyed: database.total + withoutDatabase.total + probes.total,
        unavailable: database.unavailable,
        keyed: keyed.total,
        keyed_unavailable: keyed.unavailable,
        not_ready: probes.unavailable,
        longest_ms: database.longestMs,
        longest_keyed_ms: keyed.longestMs,
        longest_without_database_ms: withoutDatabase.longestMs,
        longest_probe_locked_ms: longestProbeMs,
        longest_probe_ms: probes.longestMs,
      });
      expect(Object.values(logs).flatMap(({ unexpected }) => unexpected)).toEqual([]);
      expect(probes.unavailable).toBeLessThanOrEqual(MAX_FAILED_PROBES);
      expect(database.unavailable + keyed.unavailable).toBeGreaterThan(0);
      expect(stored.unknown).toBe(0);
      expectAtMostInFullRun(16_000, { unkeyed: database.longestMs, keyed: keyed.longestMs });
      expectAtMostInFullRun(3500, { 'without database': withoutDatabase.longestMs });
      expectAtMostInFullRun(100, { 'probes while locked': longestProbeMs });
      expectAtMostInFullRun(PROBE_TIMEOUT_MS, { probes: probes.longestMs });
    },
  );
});
