import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startDatabaseProxy, type DatabaseProxy } from '../support/database/database-proxy.js';
import { withRolledBackTransaction, query } from '../support/database/database-session.js';
import { createRecord } from '../support/records/kinds.js';
import { eventually } from '../support/processes/log-lines.js';
import { rawRequest, type RawResponse } from '../support/requests/raw-request.js';
import { stopServiceProcesses, startServiceProcess } from '../support/processes/service-process.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

/** Number of concurrent requests: twice the pool size of a process. */
const MANY = 40;
const TAGS = '/calendar/events/v1/tags';
const PROBES = `application_name = 'calendar-events-service probe'`;

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
const inShort = ({ status, body, headers }: RawResponse) => [status, body, headers['retry-after']];
const READY = [200, { status: 'ok' }, undefined];
const NOT_READY = [503, { status: 'error' }, '1'];

/** Sends a probe. Returns the response and its duration in milliseconds. */
async function timed(): Promise<{ answer: readonly unknown[]; took: number }> {
  const asked = performance.now();
  const answer = inShort(await probe());
  return { answer, took: performance.now() - asked };
}

/** First probe with this status. Repeats, because the service reuses a result for a short time. */
const untilStatus = (status: number) =>
  eventually(async () => {
    const probed = await timed();
    return probed.answer[0] === status ? probed : undefined;
  });

const probeConnections = () =>
  query<{ pid: number }>(
    calendar.databaseUrl,
    `select pid from pg_stat_activity where datname = current_database() and ${PROBES}`,
  );

describe('Readiness probe', () => {
  it('is 200 within 100 ms while every pool connection waits for a lock (12.4, 12.6)', async () => {
    expect(inShort(await probe())).toEqual(READY);
    let reads: Promise<RawResponse[]> | undefined;
    const probed = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('lock table tags in access exclusive mode');
      const all = Array.from({ length: MANY }, (_each, index) =>
        rawRequest(origin, { method: 'GET', path: `${TAGS}?q=${index}` }),
      );
      reads = Promise.all(all);
      // Requests without a connection get 503 after 1 s. From then on, the other requests hold all connections.
      expect((await Promise.race(all)).status).toBe(503);
      const found = [];
      for (let times = 0; times < 5; times += 1) {
        found.push(await timed());
        await setTimeout(110);
      }
      return found;
    });
    expect(probed.map(({ answer }) => answer)).toEqual(probed.map(() => READY));
    expect(Math.max(...probed.map(({ took }) => took))).toBeLessThan(100);
    await reads;
  });

  it('uses one connection for 40 concurrent probes (12.6)', async () => {
    const answers = await Promise.all(Array.from({ length: MANY }, probe));
    expect(answers.map(inShort)).toEqual(answers.map(() => READY));
    expect(await probeConnections()).toHaveLength(1);
  });

  it('opens a new connection after the database ends the previous one (12.6)', async () => {
    const [before] = await probeConnections();
    await query(calendar.databaseUrl, `select pg_terminate_backend(${before?.pid})`);
    const pids = await eventually(async () => {
      expect(inShort(await probe())).toEqual(READY);
      const now = (await probeConnections()).map(({ pid }) => pid);
      return now.length === 1 && now[0] !== before?.pid ? now : undefined;
    });
    expect(pids).toHaveLength(1);
  });

  it('is 503 within 1.2 s if its connection stalls, and 200 within another second (12.4, 12.6)', async () => {
    proxy.stallConnections();
    const { answer, took } = await untilStatus(503);
    expect(answer).toEqual(NOT_READY);
    expect(took).toBeLessThan(1_200);
    const again = performance.now();
    await untilStatus(200);
    expect(performance.now() - again).toBeLessThan(1_000);
  });

  it('is 503 if the database is unreachable, while the liveness probe is 200 (12.4, 12.6)', async () => {
    proxy.close();
    const { answer, took } = await untilStatus(503);
    expect(answer).toEqual(NOT_READY);
    expect(took).toBeLessThan(1_200);
    expect(inShort(await rawRequest(origin, { method: 'GET', path: '/health/live' }))).toEqual(READY);
  });
});
