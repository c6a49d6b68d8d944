import { once } from 'node:events';
import { request } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { query, waitForBlockedSession, withRolledBackTransaction } from '../support/database/database-session.js';
import { byRunMode, onlyInFullRun } from '../support/run/run-mode.js';
import { createRecord } from '../support/records/kinds.js';
import { uniqueWord, wordsIn } from '../support/records/unique-words.js';
import { eventually, logLines, type LogLine } from '../support/processes/log-lines.js';
import { stopServiceProcesses, startServiceProcess } from '../support/processes/service-process.js';
import { startWatchedService, type ProcessRequest, type WatchedService } from '../support/processes/watched-service.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';
import { exchange } from '../support/requests/raw-socket.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';
import { arbitraryRequestWithSecret } from './secret-requests.js';

const TAGS = '/calendar/events/v1/tags';
const HITS = 'calendar_cache_lookups_total{result="hit"}';
const REQUESTS = 'calendar_http_requests_total{';

let calendar: TestCalendar;
let service: WatchedService;
let tag: number;
/** Path of a protected event, relative to the namespace. */
let event: string;
beforeAll(async () => {
  calendar = await startTestCalendar();
  tag = (await createRecord(calendar, 'tags')).id;
  event = `events/${(await createRecord(calendar, 'events', { password: uniqueWord() })).id}`;
  service = await startWatchedService(calendar);
});
afterAll(async () => {
  await stopServiceProcesses();
  await calendar.close();
});

const linesOf = (id: string) => logLines(service.output()).filter((line) => line['requestId'] === id);
const lineOf = (id: string) => eventually(() => linesOf(id).find(({ msg }) => msg === 'Request'));
const start = (settings: Record<string, string>) =>
  startServiceProcess({ DATABASE_URL: calendar.databaseUrl, ADMIN_TOKEN, ...settings });
const alter = (statement: string) => query(calendar.databaseUrl, statement);

const withTypesOfTimes = ({ time, duration, ...rest }: LogLine) => ({
  time: typeof time,
  duration: typeof duration,
  ...rest,
});

/** The short form leaves out the logs of further processes. */
describe('Log output', () => {
  it('has one line per finished request, with the request id of the response', async () => {
    const { headers } = await service.request({ path: `tags/${tag}?ml_language=ca&x=1` });
    const id = String(headers['x-request-id']);
    expect(withTypesOfTimes(await lineOf(id))).toEqual({
      time: 'string',
      duration: 'number',
      level: 'info',
      msg: 'Request',
      requestId: id,
      method: 'GET',
      route: '/calendar/events/v1/tags/:id',
      address: `/calendar/events/v1/tags/${tag}?ml_language=ca`,
      status: 200,
      principal: { id: null, role: 'anonymous' },
    });
    expect(linesOf(id)).toHaveLength(1);
  });

  it.each([
    ['administrator', { path: 'tags', headers: ADMIN_HEADERS }, { level: 'info', status: 200, role: 'administrator' }],
    ['unknown-route', { path: 'tagz?a=b' }, { level: 'info', status: 404, route: 'unmatched', address: '*' }],
    ['unsupported-method', { path: 'tags', method: 'DELETE' }, { level: 'info', status: 405, route: 'unmatched' }],
    [
      'method-override',
      { path: 'tags/1?_method=put', method: 'POST', headers: ADMIN_HEADERS },
      { method: 'PUT', status: 200 },
    ],
    ['invalid-token', { path: 'tags', headers: { Authorization: 'Bearer nobody' } }, { level: 'info', status: 401 }],
    ['probe', { path: '/health/live' }, { level: 'debug', status: 200, route: '/health/live' }],
  ])('has principal, route, status and level of a request: %s', async (id, sentRequest: ProcessRequest, expected) => {
    await service.request({ ...sentRequest, headers: { ...sentRequest.headers, 'X-Request-Id': id } });
    const { principal, ...line } = await lineOf(id);
    const caller = principal as { role: string } | undefined;
    expect({ ...line, ...(caller ? { role: caller.role } : {}) }).toMatchObject(expected);
    expect(Object.keys(caller ?? { id: 0, role: '' })).toEqual(['id', 'role']);
  });

  it('contains an unhandled exception once, with its stack and the request id (9.2)', async () => {
    await alter('alter table tags rename to moved');
    const { status } = await service.request({ path: `tags/${tag}`, headers: { 'X-Request-Id': 'unforeseen' } });
    await alter('alter table moved rename to tags');
    expect(status).toBe(500);
    expect(await lineOf('unforeseen')).toMatchObject({ level: 'error', status: 500 });
    const [problem, ...others] = linesOf('unforeseen').filter(({ msg }) => msg !== 'Request');
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ level: 'error', context: 'Problem', code: 'internal', sqlState: '42P01' });
    expect(Object.keys(problem ?? {}).toSorted()).toEqual(
      ['address', 'code', 'context', 'level', 'method', 'msg', 'requestId', 'sqlState', 'stack', 'time'].toSorted(),
    );
    expect(problem?.['stack']).toMatch(/relation "tags" does not exist\n +at /);
  });

  it('marks a request as aborted if the client disconnects before the response (9.2)', async () => {
    const line = await withRolledBackTransaction(calendar.databaseUrl, async (session) => {
      await session.query('lock table tags in access exclusive mode');
      const aborted = request(`${service.origin}${TAGS}/${tag}`, { headers: { 'X-Request-Id': 'gone' } });
      aborted.on('error', () => undefined).end();
      await waitForBlockedSession(session, 1, 'relation');
      await session.query('select pg_sleep(0.1)');
      aborted.destroy();
      return lineOf('gone');
    });
    expect(line).toMatchObject({ level: 'info', aborted: true, route: '/calendar/events/v1/tags/:id' });
    expect(line).not.toHaveProperty('status');
    // The duration is in milliseconds. The request was open while the database slept for 100 ms.
    expect(line['duration']).toBeGreaterThanOrEqual(100);
  });

  it('has a line for a request that Node cannot parse (12.4)', async () => {
    await exchange(service.origin, 'GET /\u00E9 HTTP/1.1\r\nX-Request-Id: unread\r\n\r\n');
    const line = await lineOf('unread');
    expect(line).toMatchObject({ level: 'info', method: 'GET', route: 'unmatched', address: '*', status: 400 });
  });

  onlyInFullRun(() => {
    it('contains an uncaught database error without the values of the row (8.15)', async () => {
      const failing = startServiceProcess(
        { DATABASE_URL: calendar.databaseUrl, ADMIN_TOKEN },
        false,
        process.cwd(),
        'test/support/processes/failing-service.mjs',
      );
      expect(await failing.exitCode).toBe(1);
      const fatal = logLines(failing.output()).find((line) => line.level === 'fatal');
      expect(fatal?.msg).toMatch(/^Error: new row violates a constraint\n +at /);
      expect(failing.output()).not.toContain('hunter2');
    });

    it('is complete if the process is killed: one JSON line per completed request', async () => {
      const killed = start({ LOG_LEVEL: 'info' });
      const origin = await killed.origin;
      await fetch(`${origin}/health/live`);
      const responses = Array.from({ length: 40 }, () => fetch(`${origin}/calendar/events/v1/tags/${tag}`));
      await Promise.all((await Promise.all(responses)).map((response) => response.text()));
      // A log line is written after its response. After one more response, the lines of all earlier responses are written.
      await fetch(`${origin}/health/live`);
      killed.child.kill('SIGKILL');
      await killed.exitCode;
      const lines = logLines(killed.output());
      expect(lines.map(({ msg, level, status }) => ({ msg, level, status }))).toEqual(
        Array.from({ length: 40 }, () => ({ msg: 'Request', level: 'info', status: 200 })),
      );
    });

    it.each([
      ['error', ['error']],
      ['silent', []],
    ])('has only the levels that LOG_LEVEL=%s allows (11.1)', async (level, expected) => {
      const limitedService = start({ LOG_LEVEL: level });
      const origin = await limitedService.origin;
      await fetch(`${origin}/calendar/events/v1/tags/${tag}`);
      await alter('alter table tags rename to moved');
      // Sent with credentials, so that the response does not come from the cache.
      const failed = await fetch(`${origin}/calendar/events/v1/tags/${tag}`, { headers: ADMIN_HEADERS });
      await alter('alter table moved rename to tags');
      expect(failed.status).toBe(500);
      limitedService.child.kill('SIGTERM');
      expect(await limitedService.exitCode).toBe(0);
      expect([...new Set(logLines(limitedService.output()).map((line) => line.level))]).toEqual(expected);
    });
  });
});

type Samples = Readonly<Record<string, number>>;

/** All samples of the service's own metrics, by name and labels. */
async function samples(): Promise<Samples> {
  const text = await (await fetch(service.metrics)).text();
  const lines = [...text.matchAll(/^(calendar_\S+) (\S+)$/gm)];
  return Object.fromEntries(lines.map(([, name = '', value]) => [name, Number(value)]));
}

/** Number of requests by method, route and status since an earlier sample. */
async function requestsSince(before: Samples): Promise<Samples> {
  const counts = Object.entries(await samples()).filter(([name]) => name.startsWith(REQUESTS));
  const increases = counts.map(
    ([name, count]) => [name.slice(REQUESTS.length, -1), count - (before[name] ?? 0)] as const,
  );
  return Object.fromEntries(increases.filter(([, increase]) => increase > 0));
}

describe('Metrics', () => {
  it('count requests by method, route and status, and contain no values that a client chooses', async () => {
    const before = await samples();
    const requests: [method: string, path: string, counter: string][] = [
      ['GET', `${TAGS}/${tag}`, `method="GET",route="${TAGS}/:id",status="200"`],
      ['GET', `/ca${TAGS}/${tag}/?password=hunter2`, `method="GET",route="${TAGS}/:id",status="200"`],
      ['GET', `${TAGS}/987654321`, `method="GET",route="${TAGS}/:id",status="404"`],
      ['POST', TAGS, `method="POST",route="${TAGS}",status="401"`],
      ['GET', '/hunter2', 'method="GET",route="unmatched",status="404"'],
      ['GET', `${TAGS}/hunter2`, 'method="GET",route="unmatched",status="404"'],
      ['PROPFIND', TAGS, 'method="other",route="unmatched",status="405"'],
      ['GET', '/health/live', 'method="GET",route="/health/live",status="200"'],
    ];
    const startedAt = performance.now();
    for (const [method, path] of requests) await rawRequest(service.origin, { method, path });
    const expected = Object.groupBy(requests, ([, , counter]) => counter);
    const counts = await eventually(async () => {
      const current = await requestsSince(before);
      return current[requests.at(-1)?.[2] ?? ''] ? current : undefined;
    });
    expect(counts).toEqual(Object.fromEntries(Object.entries(expected).map(([key, same]) => [key, same?.length])));
    const all = await samples();
    const increaseOf = (suffix: string) => {
      const name = `calendar_http_request_duration_seconds_${suffix}method="GET",route="${TAGS}/:id"}`;
      return (all[name] ?? 0) - (before[name] ?? 0);
    };
    expect([increaseOf('count{'), increaseOf('bucket{le="15",')]).toEqual([3, 3]);
    // The requests ran one after the other, so the sum of their durations is less than the time since the start.
    const durationMs = increaseOf('sum{') * 1000;
    expect([durationMs > 0, durationMs < performance.now() - startedAt]).toEqual([true, true]);
    expect(all['calendar_http_requests_in_flight']).toBe(0);
    expect(Object.keys(all).join()).not.toMatch(/hunter2|987654321|password|\/ca\//);
  });

  it('report the connection pool, the response cache and the version', async () => {
    const before = await samples();
    let requestCount = 0;
    // The cache stores nothing before it receives change notifications.
    const after = await eventually(async () => {
      requestCount += 1;
      await rawRequest(service.origin, { method: 'GET', path: `${TAGS}?search=a` });
      const all = await samples();
      return (all[HITS] ?? 0) > (before[HITS] ?? 0) ? all : undefined;
    });
    const lookups = (all: Samples) =>
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
    const { hostname, port } = new URL(service.origin);
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
    const before = await samples();
    await exchange(service.origin, 'FETCH /hunter2 HTTP/1.1\r\n\r\n');
    await exchange(service.origin, `GET /hunter2 HTTP/1.1\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`);
    expect(await requestsSince(before)).toEqual({
      'method="other",route="unmatched",status="400"': 1,
      'method="GET",route="unmatched",status="431"': 1,
    });
  });

  it('are served on a separate port, at /metrics only (11.1)', async () => {
    const responses = await Promise.all([
      fetch(service.metrics),
      fetch(service.metrics.replace('/metrics', '/')),
      fetch(`${service.metrics}/`),
      fetch(service.metrics, { method: 'POST' }),
      fetch(`${service.origin}/metrics`),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 404, 405, 404]);
    expect(responses[0]?.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await responses[0]?.text()).toMatch(/^nodejs_eventloop_lag_p99_seconds \S+$/m);
  });

  onlyInFullRun(() => {
    it('are disabled by default, and a METRICS_PORT in use is a start-up error (11.1)', async () => {
      const withoutMetrics = start({});
      await withoutMetrics.origin;
      expect(withoutMetrics.output()).not.toContain('Metrics');
      const occupied = createServer().listen(0, '127.0.0.1');
      await once(occupied, 'listening');
      const { port } = occupied.address() as AddressInfo;
      const refused = start({ METRICS_PORT: String(port) });
      expect(await refused.exitCode).toBe(1);
      expect(refused.output()).toMatch(`Port ${port} on 127.0.0.1 is already in use.`);
      expect(refused.output()).toMatch('set METRICS_PORT to another port');
      occupied.close();
    });
  });
});

describe('Passwords and tokens', () => {
  it('of rejected requests are in no response and no log line (8.1, 8.15)', async () => {
    const secret = uniqueWord();
    const basic = Buffer.from(`admin:${secret}`).toString('base64');
    const json = (fields: object) => JSON.stringify({ title: 'New', start_date: '2030-01-01', ...fields });
    const attempts: readonly (readonly [number, ProcessRequest])[] = [
      [401, { path: 'events', headers: { Authorization: `Bearer ${secret}` } }],
      [401, { path: 'events', headers: { Authorization: `Basic ${basic}` } }],
      [403, { path: `${event}?password=${secret}` }],
      [403, { path: event, headers: { 'X-Event-Password': secret } }],
      [403, { path: `${event}?password=${secret}`, method: 'DELETE', headers: ADMIN_HEADERS }],
      [404, { path: `event/1?password=${secret}` }],
      [405, { path: `${event}/?password=${secret}`, method: 'PROPFIND' }],
      [400, { path: `${event}?password=${secret}&password=${secret}` }],
      [400, { path: `events?password=${secret}&page=0` }],
      [400, { path: 'events', method: 'POST', headers: ADMIN_HEADERS, body: json({ password: secret }) }],
      [400, { path: event, method: 'PATCH', headers: ADMIN_HEADERS, body: json({ password: { secret } }) }],
      [400, { path: event, method: 'PATCH', headers: ADMIN_HEADERS, body: `{"password":"${secret}"` }],
      [413, { path: event, method: 'PATCH', headers: ADMIN_HEADERS, body: json({ password: secret.repeat(300_000) }) }],
      [414, { path: `${event}?password=${secret.repeat(2000)}` }],
    ];
    for (const [status, request] of attempts) {
      const response = await service.request(request);
      const output = [...response.rawHeaders, response.text].join('\n');
      expect([request.path.slice(0, 60), response.status, wordsIn(output)]).toEqual([
        request.path.slice(0, 60),
        status,
        [],
      ]);
      expect(response.headers['cache-control']).toBe('no-store');
    }
    expect(service.output()).not.toMatch(new RegExp(`${secret}|${basic}`));
  });

  it('of accepted and rejected requests are in no table (8.2, 8.12, 8.15)', async () => {
    const [first, second, guess] = [uniqueWord(), uniqueWord(), uniqueWord()];
    const token = await calendar.createToken('author');
    const patch = (body: string) => service.request({ path: event, method: 'PATCH', headers: ADMIN_HEADERS, body });
    const statuses = [
      await patch(JSON.stringify({ password: first, title: 'Once' })),
      await patch(JSON.stringify({ password: second, title: 'Twice' })),
      await service.request({ path: `${event}?password=${guess}`, headers: { Authorization: `Bearer ${token}` } }),
      await service.request({ path: `${event}?password=${second}`, method: 'DELETE', headers: ADMIN_HEADERS }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 403, 200]);
    const [row] = await query<{ all: string }>(
      calendar.databaseUrl,
      `select schema_to_xml('public', true, true, '')::text as all`,
    );
    expect(row?.all).toContain('Twice');
    expect([first, second, guess, token, ADMIN_TOKEN].filter((secret) => row?.all.includes(secret))).toEqual([]);
    // Restores the event for the next tests.
    await patch('{"status":"publish"}');
  });

  it('are neither in the response nor in the log if the database fails (8.15, 9.2)', async () => {
    const secret = uniqueWord();
    const body = JSON.stringify({ password: secret });
    const write = () => service.request({ path: event, method: 'PATCH', headers: ADMIN_HEADERS, body });
    const before = service.output().length;
    await alter('alter table password_attempts rename to moved');
    const read = await service.request({ path: `${event}?password=${secret}` });
    await alter('alter table moved rename to password_attempts');
    await alter('alter table events add constraint broken check (password_hash is null) not valid');
    const refused = await write();
    await alter('alter table events drop constraint broken');
    await alter('alter table events rename column password_hash to moved');
    const broken = await write();
    await alter('alter table events rename column moved to password_hash');
    for (const [response, status] of [
      [read, 500],
      [refused, 400],
      [broken, 500],
    ] as const) {
      expect([response.status, wordsIn([...response.rawHeaders, response.text].join())]).toEqual([status, []]);
      expect(await lineOf(String(response.headers['x-request-id']))).toMatchObject({ status });
    }
    const log = service.output().slice(before);
    expect([wordsIn(log), /argon2|\$v=/.exec(log)]).toEqual([[], null]);
    expect(log).not.toContain(ADMIN_TOKEN);
  });
});

/** The short form has fewer random requests. */
describe('Secrets in any part of a request', () => {
  it('are in no log line and no metric (8.15)', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRequestWithSecret, async ({ secrets, ...request }) => {
        const before = service.output().length;
        const { headers } = await rawRequest(service.origin, request);
        const id = String(headers['x-request-id']);
        await eventually(() => service.output().slice(before).includes(id) || undefined);
        const log = service.output().slice(before).toLowerCase();
        expect(secrets.filter((secret) => log.includes(secret.toLowerCase()))).toEqual([]);
      }),
      { numRuns: byRunMode(40, 300) },
    );
    const metrics = await (await fetch(service.metrics)).text();
    expect(metrics).toContain('calendar_http_requests_total{');
    expect(wordsIn(metrics)).toEqual([]);
    expect(service.output() + metrics).not.toMatch(/cal_|eyJ/);
    expect(service.output() + metrics).not.toContain(ADMIN_TOKEN);
  });
});
