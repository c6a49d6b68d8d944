import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { query } from '../support/database/database-session.js';
import { createRecord } from '../support/records/kinds.js';
import { onlyInFullRun } from '../support/run/run-mode.js';
import { eventually, logLines, type LogLine } from '../support/processes/log-lines.js';
import { ADMIN_HEADERS } from '../support/requests/raw-request.js';
import { exchange } from '../support/requests/raw-socket.js';
import {
  stopServiceProcesses,
  startServiceProcess,
  type ServiceProcess,
} from '../support/processes/service-process.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';
import { startWatchedService, type ProcessRequest, type WatchedService } from '../support/processes/watched-service.js';

let calendar: TestCalendar;
let service: WatchedService;
let tag: number;
beforeAll(async () => {
  calendar = await startTestCalendar();
  tag = (await createRecord(calendar, 'tags')).id;
  service = await startWatchedService(calendar);
});
afterAll(async () => {
  await stopServiceProcesses();
  await calendar.close();
});

const linesOf = (id: string) => logLines(service.output()).filter((line) => line['requestId'] === id);
const lineOf = (id: string) => eventually(() => linesOf(id).find(({ msg }) => msg === 'Request'));
const start = (settings: Record<string, string>): ServiceProcess =>
  startServiceProcess({ DATABASE_URL: calendar.databaseUrl, ADMIN_TOKEN, ...settings });

const withTypesOfTimes = ({ time, duration, ...rest }: LogLine) => ({
  time: typeof time,
  duration: typeof duration,
  ...rest,
});

/** The short form leaves out the log of a killed process, and the levels. */
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
    ['editor', { path: 'tags', headers: ADMIN_HEADERS }, { level: 'info', status: 200, role: 'administrator' }],
    ['unknown', { path: 'tagz?a=b' }, { level: 'info', status: 404, route: 'unmatched', address: '*' }],
    ['method', { path: 'tags', method: 'DELETE' }, { level: 'info', status: 405, route: 'unmatched' }],
    [
      'override',
      { path: 'tags/1?_method=put', method: 'POST', headers: ADMIN_HEADERS },
      { method: 'PUT', status: 200 },
    ],
    ['refused', { path: 'tags', headers: { Authorization: 'Bearer nobody' } }, { level: 'info', status: 401 }],
    ['probe', { path: '/health/live' }, { level: 'debug', status: 200, route: '/health/live' }],
  ])('contains the principal, status and level of a request: %s', async (id, sentRequest: ProcessRequest, expected) => {
    await service.request({ ...sentRequest, headers: { ...sentRequest.headers, 'X-Request-Id': id } });
    const { principal, ...line } = await lineOf(id);
    const caller = principal as { role: string } | undefined;
    expect({ ...line, ...(caller ? { role: caller.role } : {}) }).toMatchObject(expected);
    expect(Object.keys(caller ?? { id: 0, role: '' })).toEqual(['id', 'role']);
  });

  it('contains an unhandled exception once, with its stack and the request id (9.2)', async () => {
    await query(calendar.databaseUrl, 'alter table tags rename to moved');
    const { status } = await service.request({ path: `tags/${tag}`, headers: { 'X-Request-Id': 'unforeseen' } });
    await query(calendar.databaseUrl, 'alter table moved rename to tags');
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
    const session = new pg.Client({ connectionString: calendar.databaseUrl });
    await session.connect();
    await session.query('begin');
    await session.query('lock table tags in access exclusive mode');
    const aborted = request(`${service.origin}/calendar/events/v1/tags/${tag}`, {
      headers: { 'X-Request-Id': 'gone' },
    });
    aborted.on('error', () => undefined).end();
    await eventually(async () => (await hasBlockedSession(session)) || undefined);
    await session.query('select pg_sleep(0.1)');
    aborted.destroy();
    const line = await lineOf('gone');
    await session.end();
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

  onlyInFullRun(() => {
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
      await query(calendar.databaseUrl, 'alter table tags rename to moved');
      // Sent with credentials, so that the response does not come from the cache.
      const failed = await fetch(`${origin}/calendar/events/v1/tags/${tag}`, { headers: ADMIN_HEADERS });
      await query(calendar.databaseUrl, 'alter table moved rename to tags');
      expect(failed.status).toBe(500);
      limitedService.child.kill('SIGTERM');
      expect(await limitedService.exitCode).toBe(0);
      expect([...new Set(logLines(limitedService.output()).map((line) => line.level))]).toEqual(expected);
    });
  });
});

async function hasBlockedSession(session: pg.Client): Promise<boolean> {
  const { rows } = await session.query(`select from pg_locks where not granted and locktype = 'relation'
    and database = (select oid from pg_database where datname = current_database())`);
  return rows.length > 0;
}
