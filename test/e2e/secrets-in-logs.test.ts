import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { query } from '../support/database/database-session.js';
import { byRunMode } from '../support/run/run-mode.js';
import { uniqueWord, wordsIn } from '../support/records/unique-words.js';
import { createRecord, type ServedRecord } from '../support/records/kinds.js';
import { eventually, logLines } from '../support/processes/log-lines.js';
import { ADMIN_HEADERS, rawRequest, type RawResponse } from '../support/requests/raw-request.js';
import { arbitraryRequestWithSecret } from './secret-requests.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';
import { startWatchedService, type ProcessRequest, type WatchedService } from '../support/processes/watched-service.js';

let calendar: TestCalendar;
let service: WatchedService;
let protectedEvent: ServedRecord;
beforeAll(async () => {
  calendar = await startTestCalendar();
  protectedEvent = await createRecord(calendar, 'events', { password: uniqueWord() });
  service = await startWatchedService(calendar);
});
afterAll(async () => {
  await stopServiceProcesses();
  await calendar.close();
});

/** Waits for the log line of a finished request. */
const requestLineOf = ({ headers }: RawResponse) =>
  eventually(() =>
    logLines(service.output()).find(({ msg, requestId }) => msg === 'Request' && requestId === headers['x-request-id']),
  );

describe('Passwords and tokens', () => {
  it('of rejected requests are in no response and no log line (8.1, 8.15)', async () => {
    const secret = uniqueWord();
    const event = `events/${protectedEvent.id}`;
    const basic = Buffer.from(`admin:${secret}`).toString('base64');
    const json = (fields: object) => JSON.stringify({ title: 'New', start_date: '2030-01-01', ...fields });
    const attempts: readonly (readonly [number, ProcessRequest])[] = [
      [401, { path: 'events', headers: { Authorization: `Bearer ${secret}` } }],
      [401, { path: 'events', headers: { Authorization: `Basic ${basic}` } }],
      [401, { path: 'events', headers: { Authorization: secret } }],
      [403, { path: `${event}?password=${secret}` }],
      [403, { path: event, headers: { 'X-Event-Password': secret } }],
      [403, { path: `${event}?password=${secret}`, method: 'DELETE', headers: ADMIN_HEADERS }],
      [404, { path: `events/987654321?password=${secret}` }],
      [404, { path: `event/1?password=${secret}` }],
      [405, { path: `${event}/?password=${secret}`, method: 'PROPFIND' }],
      [400, { path: `${event}?password=${secret}&password=${secret}` }],
      [400, { path: `${event}?password=${secret}&ml_language=xx` }],
      [400, { path: `events?password=${secret}&page=0` }],
      [400, { path: `venues?password=${secret}`, headers: { Prefer: 'handling=strict' } }],
      [400, { path: 'events', method: 'POST', headers: ADMIN_HEADERS, body: json({ password: secret }) }],
      [400, { path: event, method: 'PATCH', headers: ADMIN_HEADERS, body: json({ password: { secret } }) }],
      [400, { path: event, method: 'PATCH', headers: ADMIN_HEADERS, body: `{"password":"${secret}"` }],
      [401, { path: event, method: 'PATCH', body: json({ password: secret }) }],
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
    const [first, second, wrong] = [uniqueWord(), uniqueWord(), uniqueWord()];
    const [event, token] = [`events/${protectedEvent.id}`, await calendar.createToken('author')];
    const patch = (body: string) => service.request({ path: event, method: 'PATCH', headers: ADMIN_HEADERS, body });
    const statuses = [
      await patch(JSON.stringify({ password: first, title: 'Once' })),
      await patch(JSON.stringify({ password: second, title: 'Twice' })),
      await service.request({ path: `${event}?password=${wrong}`, headers: { Authorization: `Bearer ${token}` } }),
      await service.request({ path: `${event}?password=${second}`, method: 'DELETE', headers: ADMIN_HEADERS }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 403, 200]);
    const [row] = await query<{ all: string }>(
      calendar.databaseUrl,
      `select schema_to_xml('public', true, true, '')::text as all`,
    );
    expect(row?.all).toContain('Twice');
    expect([first, second, wrong, token, ADMIN_TOKEN].filter((secret) => row?.all.includes(secret))).toEqual([]);
    await patch('{"status":"publish"}');
  });

  it('are neither in the response nor in the log if the database fails (8.15, 9.2)', async () => {
    const secret = uniqueWord();
    const event = `events/${protectedEvent.id}`;
    const body = JSON.stringify({ password: secret });
    const write = () => service.request({ path: event, method: 'PATCH', headers: ADMIN_HEADERS, body });
    const alter = (statement: string) => query(calendar.databaseUrl, statement);
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
      expect(await requestLineOf(response)).toMatchObject({ status });
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
      { numRuns: byRunMode(60, 300) },
    );
    const metrics = await (await fetch(service.metrics)).text();
    expect(metrics).toContain('calendar_http_requests_total{');
    expect(wordsIn(metrics)).toEqual([]);
    expect(service.output() + metrics).not.toMatch(/cal_|eyJ/);
    expect(service.output() + metrics).not.toContain(ADMIN_TOKEN);
  });
});
