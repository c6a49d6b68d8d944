import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDatabaseProxy, type DatabaseProxy } from '../support/database/database-proxy.js';
import { withRolledBackTransaction } from '../support/database/database-session.js';
import { expectFullPool } from '../support/faults/expect-full-pool.js';
import { createRecord } from '../support/records/kinds.js';
import { eventually } from '../support/processes/log-lines.js';
import { rawRequest, sendJson } from '../support/requests/raw-request.js';
import { metricsUrlOf, stopServiceProcesses, startServiceProcess } from '../support/processes/service-process.js';
import { ADMIN_TOKEN } from '../support/calendar/test-calendar.js';
import { useTestCalendar } from '../support/calendar/use-test-calendar.js';
import { repeatParallel } from '../support/records/links.js';

const ROOT = '/calendar/events/v1';
/** Maximum number of pool connections of one process. */
const CONNECTIONS = 20;
/** Request timeout and tolerance for a busy machine, in milliseconds. */
const REQUEST_TIMEOUT_MS = 15_000;
const TOLERANCE_MS = 1_500;
const LIST = `${ROOT}/events?per_page=1`;

const calendar = useTestCalendar();
let proxy: DatabaseProxy;
let origin: string;
let metrics: string;
let tag: string;
beforeAll(async () => {
  tag = `${ROOT}/tags/${(await createRecord(calendar, 'tags')).id}`;
  proxy = await startDatabaseProxy(calendar.databaseUrl);
  const settings = { DATABASE_URL: proxy.url, ADMIN_TOKEN, LOG_LEVEL: 'silent', CACHE_BYTES: '0', METRICS_PORT: '0' };
  const service = startServiceProcess(settings);
  origin = await service.origin;
  metrics = metricsUrlOf(service);
});
afterAll(async () => {
  proxy.close();
  await stopServiceProcesses();
});

const read = (path: string) => rawRequest(origin, { method: 'GET', path });
const create = (name: string) => sendJson(origin, { method: 'POST', path: `${ROOT}/tags`, json: { name } });
const statusesOf = async (responses: Promise<{ status: number }[]>) => [
  ...new Set((await responses).map(({ status }) => status)),
];

/** The value of a metric, or 0 if nothing was counted yet. */
async function sample(name: string): Promise<number> {
  const line = (await (await fetch(metrics)).text()).split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? 0);
}
const openConnections = () => sample('calendar_database_connections');
const refusedFor = (errorClass: string) => sample(`calendar_database_errors_total{class="${errorClass}"}`);

/** Makes the service open all its pool connections and leaves them idle. */
async function fillPool(): Promise<void> {
  let reads: Promise<number[]> | undefined;
  await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
    await session.query('lock table tags in access exclusive mode');
    reads = statusesOf(repeatParallel(CONNECTIONS, () => read(tag)));
    await eventually(async () => ((await openConnections()) === CONNECTIONS ? true : undefined));
  });
  expect(await reads).toEqual([200]);
}

describe('Database whose connections stall', () => {
  it('all requests are 503 within 15 s, stalled connections are closed, and the next requests use the whole pool (12.4)', async () => {
    await fillPool();
    const before = await refusedFor('pool');
    const startedAt = performance.now();
    proxy.stallConnections();
    const requests = [
      repeatParallel(3, () => read(LIST)),
      repeatParallel(3, () => create('Never')),
      repeatParallel(20, () => read(tag)),
    ];
    const results = (await Promise.all(requests)).map((responses) =>
      responses.map(({ status, body, headers }) => [status, body['code'], headers['retry-after']]),
    );
    expect(results).toEqual(results.map((group) => group.map(() => [503, 'unavailable', '1'])));
    expect(performance.now() - startedAt).toBeLessThan(REQUEST_TIMEOUT_MS + TOLERANCE_MS);
    // Of 26 requests, at least six found all 20 connections in use.
    expect((await refusedFor('pool')) - before).toBeGreaterThanOrEqual(6);
    // Far shorter than the idle timeout of the pool.
    await setTimeout(1_000);
    expect(await openConnections()).toBe(0);
    expect((await read(LIST)).status).toBe(200);
    await expectFullPool(origin, calendar.databaseUrl);
  });
});
