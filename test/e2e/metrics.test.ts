import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRecord } from '../support/records/kinds.js';
import { onlyInFullRun } from '../support/run/run-mode.js';
import { eventually } from '../support/processes/log-lines.js';
import { rawRequest } from '../support/requests/raw-request.js';
import { exchange } from '../support/requests/raw-socket.js';
import { stopServiceProcesses, startServiceProcess } from '../support/processes/service-process.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const TAGS = '/calendar/events/v1/tags';
const HITS = 'calendar_cache_lookups_total{result="hit"}';

let calendar: TestCalendar;
let origin: string;
let metrics: string;
let tag: number;
beforeAll(async () => {
  calendar = await startTestCalendar();
  tag = (await createRecord(calendar, 'tags')).id;
  const service = startService({ METRICS_PORT: '0', CACHE_BYTES: '10000000' });
  origin = await service.origin;
  metrics = /^Metrics +(\S+)$/m.exec(service.output())?.[1] ?? '';
});
afterAll(async () => {
  await stopServiceProcesses();
  await calendar.close();
});

const startService = (settings: Record<string, string>) =>
  startServiceProcess({ DATABASE_URL: calendar.databaseUrl, ADMIN_TOKEN, LOG_LEVEL: 'silent', ...settings });
const send = (method: string, path: string) => rawRequest(origin, { method, path });

/** All samples of the service's own metrics, by name and labels. */
async function samples(): Promise<Record<string, number>> {
  const text = await (await fetch(metrics)).text();
  const entries = text.split('\n').flatMap((line) => {
    const [, name = '', value] = /^(calendar_\S+) (\S+)$/.exec(line) ?? [];
    return value === undefined ? [] : [[name, Number(value)] as const];
  });
  return Object.fromEntries(entries);
}

const requests = (all: Record<string, number>) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith('calendar_http_requests_total')));

/** The short form leaves out a service without METRICS_PORT, and a port in use. */
describe('Metrics', () => {
  it('count requests by method, route and status, and contain no values that a client chooses', async () => {
    const startedAt = performance.now();
    for (let round = 0; round < 3; round += 1) await send('GET', `${TAGS}/${tag}`);
    await send('GET', `/ca${TAGS}/${tag}/?password=hunter2`);
    await send('GET', `${TAGS}/987654321`);
    await send('POST', TAGS);
    for (const path of ['/hunter2', `${TAGS}/hunter2`, '/calendar/hunter2']) await send('GET', path);
    await send('PROPFIND', TAGS);
    await send('GET', '/health/live');
    const expected = {
      [`calendar_http_requests_total{method="GET",route="${TAGS}/:id",status="200"}`]: 4,
      [`calendar_http_requests_total{method="GET",route="${TAGS}/:id",status="404"}`]: 1,
      [`calendar_http_requests_total{method="POST",route="${TAGS}",status="401"}`]: 1,
      'calendar_http_requests_total{method="GET",route="unmatched",status="404"}': 3,
      'calendar_http_requests_total{method="other",route="unmatched",status="405"}': 1,
      'calendar_http_requests_total{method="GET",route="/health/live",status="200"}': 1,
    };
    const all = await eventually(async () => {
      const current = await samples();
      return current['calendar_http_requests_total{method="GET",route="/health/live",status="200"}']
        ? current
        : undefined;
    });
    expect(requests(all)).toEqual(expected);
    expect(all[`calendar_http_request_duration_seconds_count{method="GET",route="${TAGS}/:id"}`]).toBe(5);
    expect(all[`calendar_http_request_duration_seconds_bucket{le="15",method="GET",route="${TAGS}/:id"}`]).toBe(5);
    // The requests ran one after the other, so the sum of their durations is less than the time since the start.
    const durationSeconds = all[`calendar_http_request_duration_seconds_sum{method="GET",route="${TAGS}/:id"}`] ?? 0;
    expect([durationSeconds > 0, durationSeconds * 1000 < performance.now() - startedAt]).toEqual([true, true]);
    expect(all['calendar_http_requests_in_flight']).toBe(0);
    expect(Object.keys(all).join()).not.toMatch(/hunter2|987654321|password|\/ca\//);
  });

  it('report the connection pool and the response cache', async () => {
    const before = await samples();
    let requestCount = 0;
    // The cache stores nothing before it receives change notifications.
    const after = await eventually(async () => {
      requestCount += 1;
      await send('GET', `${TAGS}?search=a`);
      const all = await samples();
      return (all[HITS] ?? 0) > (before[HITS] ?? 0) ? all : undefined;
    });
    const lookups = (all: Record<string, number>) =>
      ['hit', 'coalesced', 'miss'].reduce(
        (sum, result) => sum + (all[`calendar_cache_lookups_total{result="${result}"}`] ?? 0),
        0,
      );
    expect(lookups(after) - lookups(before)).toBe(requestCount);
    expect((after[HITS] ?? 0) - (before[HITS] ?? 0)).toBe(1);
    expect(after['calendar_cache_entries']).toBeGreaterThan(0);
    expect(after['calendar_cache_bytes']).toBeGreaterThan(1024);
    expect(after['calendar_database_connections_max']).toBe(20);
    expect(after['calendar_database_pool_pending']).toBe(0);
    expect(after['calendar_database_connections']).toBeGreaterThan(0);
    expect(after['calendar_database_connections']).toBe(after['calendar_database_connections_idle']);
    expect(after['calendar_build_info{version="0.3.0"}']).toBe(1);
  });

  it('count a request as aborted if the client disconnects before the response', async () => {
    const { hostname, port } = new URL(origin);
    const body = 'Content-Type: application/json\r\nContent-Length: 9';
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(`POST ${TAGS} HTTP/1.1\r\nHost: x\r\n${body}\r\n\r\n{`);
    await eventually(async () => (await samples())['calendar_http_requests_in_flight'] || undefined);
    socket.destroy();
    const aborted = `calendar_http_requests_total{method="POST",route="${TAGS}",status="aborted"}`;
    const all = await eventually(async () => {
      const current = await samples();
      return current[aborted] ? current : undefined;
    });
    expect([all[aborted], all['calendar_http_requests_in_flight']]).toEqual([1, 0]);
  });

  it('count requests that Node cannot parse', async () => {
    await exchange(origin, 'FETCH /hunter2 HTTP/1.1\r\n\r\n');
    await exchange(origin, `GET /hunter2 HTTP/1.1\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`);
    const all = requests(await samples());
    expect(all['calendar_http_requests_total{method="other",route="unmatched",status="400"}']).toBe(1);
    expect(all['calendar_http_requests_total{method="GET",route="unmatched",status="431"}']).toBe(1);
    expect(Object.keys(all).join()).not.toContain('hunter2');
  });

  it('are served on a separate port, at /metrics only (11.1)', async () => {
    const responses = await Promise.all([
      fetch(metrics),
      fetch(metrics.replace('/metrics', '/')),
      fetch(`${metrics}/`),
      fetch(metrics, { method: 'POST' }),
      fetch(`${origin}/metrics`),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 404, 405, 404]);
    expect(responses[0]?.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await responses[0]?.text()).toMatch(/^nodejs_eventloop_lag_p99_seconds \S+$/m);
  });

  onlyInFullRun(() => {
    it('are disabled by default, and a METRICS_PORT in use is a start-up error (11.1)', async () => {
      const withoutMetrics = startService({});
      await withoutMetrics.origin;
      expect(withoutMetrics.output()).not.toContain('Metrics');
      const occupied = createServer().listen(0, '127.0.0.1');
      await once(occupied, 'listening');
      const { port } = occupied.address() as AddressInfo;
      const refused = startService({ METRICS_PORT: String(port) });
      expect(await refused.exitCode).toBe(1);
      expect(refused.output()).toMatch(`Port ${port} on 127.0.0.1 is already in use.`);
      expect(refused.output()).toMatch('set METRICS_PORT to another port');
      occupied.close();
    });
  });
});
