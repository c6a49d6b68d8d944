import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDatabaseProxy, type DatabaseProxy } from '../support/database/database-proxy.js';
import { withRolledBackTransaction, query } from '../support/database/database-session.js';
import { createRecord } from '../support/records/kinds.js';
import { eventually } from '../support/processes/log-lines.js';
import { rawRequest, type RawResponse } from '../support/requests/raw-request.js';
import { stopServiceProcesses, startServiceProcess } from '../support/processes/service-process.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

/** Number of concurrent requests: twice the pool size of a process. */
const CONCURRENT_REQUESTS = 40;
const TAGS = '/calendar/events/v1/tags';
const IS_PROBE = `application_name = 'calendar-events-service probe'`;

let calendar: TestCalendar;
let proxy: DatabaseProxy;
let origin: string;
beforeAll(async () => {
  calendar = await startTestCalendar();
  await createRecord(calendar, 'tags');
  proxy = await startDatabaseProxy(calendar.databaseUrl);
  const settings = { DATABASE_URL: proxy.url, ADMIN_TOKEN, LOG_LEVEL: 'silent', CACHE_BYTES: '0' };
  origin = await startServiceProcess(settings).origin;
});
afterAll(async () => {
  proxy.close();
  await stopServiceProcesses();
  await calendar.close();
});

const probe = () => rawRequest(origin, { method: 'GET', path: '/health/ready' });
const summaryOf = ({ status, body, headers }: RawResponse) => [status, body, headers['retry-after']];
const READY = [200, { status: 'ok' }, undefined];
const NOT_READY = [503, { status: 'error' }, '1'];

/** Sends a probe. Returns a summary of the response, and its duration in milliseconds. */
async function timedProbe(): Promise<{ response: readonly unknown[]; durationMs: number }> {
  const startedAt = performance.now();
  const response = summaryOf(await probe());
  return { response, durationMs: performance.now() - startedAt };
}

/** First probe with this status. Repeats, because the service reuses a result for a short time. */
const untilStatus = (status: number) =>
  eventually(async () => {
    const result = await timedProbe();
    return result.response[0] === status ? result : undefined;
  });

const probeConnections = () =>
  query<{ pid: number }>(
    calendar.databaseUrl,
    `select pid from pg_stat_activity where datname = current_database() and ${IS_PROBE}`,
  );

describe('Readiness probe', () => {
  it('is 200 within 100 ms while every pool connection waits for a lock (12.4, 12.6)', async () => {
    expect(summaryOf(await probe())).toEqual(READY);
    let reads: Promise<RawResponse[]> | undefined;
    const probes = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('lock table tags in access exclusive mode');
      const requests = Array.from({ length: CONCURRENT_REQUESTS }, (_each, index) =>
        rawRequest(origin, { method: 'GET', path: `${TAGS}/${index + 1}` }),
      );
      reads = Promise.all(requests);
      // Requests without a connection get 503 after 1 s. From then on, the other requests hold all connections.
      expect((await Promise.race(requests)).status).toBe(503);
      const results = [];
      for (let round = 0; round < 3; round += 1) {
        results.push(await timedProbe());
        // The service reuses a result for 100 ms.
        await setTimeout(110);
      }
      return results;
    });
    expect(probes.map(({ response }) => response)).toEqual(probes.map(() => READY));
    expect(Math.max(...probes.map(({ durationMs }) => durationMs))).toBeLessThan(100);
    await reads;
  });

  it('uses one connection for 40 concurrent probes (12.6)', async () => {
    const responses = await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, probe));
    expect(responses.map(summaryOf)).toEqual(responses.map(() => READY));
    expect(await probeConnections()).toHaveLength(1);
  });

  it('opens a new connection after the database ends the previous one (12.6)', async () => {
    const [before] = await probeConnections();
    await query(calendar.databaseUrl, `select pg_terminate_backend(${before?.pid})`);
    const pids = await eventually(async () => {
      expect(summaryOf(await probe())).toEqual(READY);
      const current = (await probeConnections()).map(({ pid }) => pid);
      return current.length === 1 && current[0] !== before?.pid ? current : undefined;
    });
    expect(pids).toHaveLength(1);
  });

  it('is 503 within 1.2 s if its connection stalls, and 200 within another second (12.4, 12.6)', async () => {
    proxy.stallConnections();
    const { response, durationMs } = await untilStatus(503);
    expect(response).toEqual(NOT_READY);
    expect(durationMs).toBeLessThan(1_200);
    const recoveryStartedAt = performance.now();
    await untilStatus(200);
    expect(performance.now() - recoveryStartedAt).toBeLessThan(1_000);
  });

  it('is 503 if the database is unreachable, while the liveness probe is 200 (12.4, 12.6)', async () => {
    proxy.close();
    const { response, durationMs } = await untilStatus(503);
    expect(response).toEqual(NOT_READY);
    expect(durationMs).toBeLessThan(1_200);
    expect(summaryOf(await rawRequest(origin, { method: 'GET', path: '/health/live' }))).toEqual(READY);
  });
});
