import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../support/database/database-session.js';
import { uniqueWord, wordsIn } from '../support/records/unique-words.js';
import { onlyInFullRun } from '../support/run/run-mode.js';
import { createRecord } from '../support/records/kinds.js';
import { logLines } from '../support/processes/log-lines.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';
import { stopServiceProcesses, startServiceProcess } from '../support/processes/service-process.js';
import { ADMIN_TOKEN, startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

/** Maximum duration of a shutdown, in milliseconds. The default timeout of the exporter is as long. */
const MAX_SHUTDOWN_MS = 10_000;

const EVENTS = '/calendar/events/v1/events';
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const PARENT_ID = 'b7ad6b7169203331';

/** Kind of a span (OpenTelemetry). */
const SERVER = 1;
/** Status code of a span (OpenTelemetry). */
const FAILED = 2;

interface Span {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: { readonly code: number; readonly message?: string };
  readonly resource: Readonly<Record<string, unknown>>;
}

const start = (settings: Record<string, string>, program?: string) =>
  startServiceProcess({ DATABASE_URL: calendar.databaseUrl, ADMIN_TOKEN, ...settings }, false, process.cwd(), program);

const secret = uniqueWord();
let calendar: TestCalendar;
/** Path of an event with a password. */
let event: string;
/** Spans and output of a traced service that got the requests of `sendRequests`. */
let spans: Span[];
let output: string;
beforeAll(async () => {
  calendar = await startTestCalendar();
  event = `${EVENTS}/${(await createRecord(calendar, 'events', { password: uniqueWord() })).id}`;
  const traced = start({}, 'test/support/processes/traced-service.mjs');
  await sendRequests(await traced.origin);
  traced.child.kill('SIGTERM');
  expect(await traced.exitCode).toBe(0);
  const [text = '', ...printedSpans] = traced.output().split(/^SPAN /m);
  output = text;
  spans = printedSpans.map((span) => JSON.parse(span) as Span);
});
afterAll(async () => {
  await stopServiceProcesses();
  await calendar.close();
});

async function sendRequests(origin: string): Promise<void> {
  const writeHeaders = { ...ADMIN_HEADERS, 'Content-Type': 'application/json' };
  const write = { method: 'PATCH', path: event, headers: writeHeaders, body: JSON.stringify({ password: secret }) };
  const credentials = { 'X-Event-Password': secret, 'User-Agent': secret, 'X-Forwarded-For': secret, Host: secret };
  const traceHeaders = { traceparent: `00-${TRACE_ID}-${PARENT_ID}-01`, 'X-Request-Id': 'traced' };
  for (const [path, headers] of [
    [`/ca${EVENTS}?per_page=3`, traceHeaders],
    ['/health/ready'],
    [`${event}?password=${secret}`],
    [`http://${secret}:${secret}@example.org${event}?%70assword=${secret}`],
    [`/${secret}?${secret}`],
    [event, credentials],
    [event, { Authorization: `Bearer ${secret}` }],
  ] as const)
    await rawRequest(origin, { method: 'GET', path, headers });
  await rawRequest(origin, write);
  await query(calendar.databaseUrl, 'alter table events add constraint broken check (password_hash is null) not valid');
  expect((await rawRequest(origin, write)).status).toBe(400);
  await query(calendar.databaseUrl, 'alter table events drop constraint broken');
}

/** The short form leaves out the exporters, and the packages that are loaded without tracing. */
describe('Traces', () => {
  it('have a span per request except probes, with its route, and spans of its statements, in the trace of the client', () => {
    const requests = spans.filter(({ kind }) => kind === SERVER);
    expect(requests.map(({ name }) => name)).toEqual([
      `GET ${EVENTS}`,
      ...Array<string>(2).fill(`GET ${EVENTS}/:id`),
      'GET unmatched',
      ...Array<string>(2).fill(`GET ${EVENTS}/:id`),
      ...Array<string>(2).fill(`PATCH ${EVENTS}/:id`),
    ]);
    const [list] = requests;
    expect(list).toMatchObject({
      traceId: TRACE_ID,
      parent: PARENT_ID,
      resource: { 'service.name': 'calendar-events-service', 'service.version': '0.3.0' },
    });
    expect(list?.attributes).toEqual({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'http.route': EVENTS,
      'network.protocol.version': '1.1',
      'server.port': expect.any(Number),
      'url.path': EVENTS,
      'url.query': 'per_page=3',
      'url.scheme': 'http',
      'calendar.request_id': 'traced',
    });
    const statements = spans.filter(({ name, traceId }) => name.startsWith('pg.query') && traceId === TRACE_ID);
    expect(statements.length).toBeGreaterThan(0);
    // The settings of a new connection are part of opening it.
    const connects = spans.filter(({ name }) => name.startsWith('pg-pool.connect')).map(({ spanId }) => spanId);
    const parents = statements.map(({ parent }) => parent).filter((parent) => !connects.includes(parent ?? ''));
    expect(new Set(parents)).toEqual(new Set([list?.spanId]));
    expect(connects).not.toEqual([]);
    const line = logLines(output).find(({ requestId }) => requestId === 'traced');
    expect(line).toMatchObject({ traceId: TRACE_ID, spanId: list?.spanId });
  });

  it('contain no secret from URLs, headers, statements or their errors (8.15)', () => {
    const failed = spans.filter(({ name, status }) => name.startsWith('pg.query') && status.code === FAILED);
    expect(failed.map(({ status }) => status)).toEqual([{ code: FAILED }]);
    const spansText = JSON.stringify(spans);
    expect([wordsIn(spansText), /argon2|\$v=/.exec(spansText), spansText.includes(ADMIN_TOKEN)]).toEqual([
      [],
      null,
      false,
    ]);
  });

  onlyInFullRun(() => {
    it('are sent to the configured collector, the last of them at shutdown', async () => {
      const received: { url?: string; body: Buffer }[] = [];
      const collector = await startServer((url, body) => received.push({ url, body }));
      const traced = start({ OTEL_EXPORTER_OTLP_ENDPOINT: addressOf(collector) });
      const origin = await traced.origin;
      await rawRequest(origin, { method: 'GET', path: `${event}?password=${secret}` });
      traced.child.kill('SIGTERM');
      expect(await traced.exitCode).toBe(0);
      collector.close();
      expect(received.map(({ url }) => url)).toEqual(['/v1/traces']);
      const exportedText = received.map(({ body }) => body.toString('latin1')).join('');
      expect(exportedText).toContain(`GET ${EVENTS}/:id`);
      expect(exportedText).toContain('calendar-events-service');
      expect(wordsIn(exportedText)).toEqual([]);
    });

    it('do not delay a shutdown beyond 10 s if the collector does not respond', async () => {
      const silent = createServer(() => undefined).listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const traced = start({ OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_ENDPOINT: addressOf(silent) });
      await rawRequest(await traced.origin, { method: 'GET', path: EVENTS });
      const stoppedAt = performance.now();
      traced.child.kill('SIGTERM');
      expect(await traced.exitCode).toBe(0);
      expect(performance.now() - stoppedAt).toBeLessThan(MAX_SHUTDOWN_MS);
      silent.closeAllConnections();
      silent.close();
    });

    it.each([
      [{}, false],
      [{ OTEL_SERVICE_NAME: 'agenda' }, false],
      [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' }, false],
      [{ OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }, false],
      [{ OTEL_TRACES_EXPORTER: 'console' }, true],
    ])(
      'load the OpenTelemetry packages only if configured, and neither pg-boss nor gRPC: %j (11.1)',
      async (settings, expected) => {
        const service = start({
          ...settings,
          LOG_LEVEL: 'error',
          NODE_OPTIONS: '--import ./test/support/processes/loaded-packages.mjs',
        });
        await service.origin;
        service.child.kill('SIGTERM');
        expect(await service.exitCode).toBe(0);
        const packages = /^PACKAGES (.+)$/m.exec(service.output())?.[1]?.split(' ') ?? [];
        expect(packages).toContain('pg');
        // The metrics library depends on @opentelemetry/api.
        const openTelemetry = packages.filter(
          (name) => name.startsWith('@opentelemetry/') && name !== '@opentelemetry/api',
        );
        expect(openTelemetry.length > 0).toBe(expected);
        // No extension subscribes to changes, and traces go to the console.
        expect(packages.filter((name) => name === 'pg-boss' || name.startsWith('@grpc/'))).toEqual([]);
      },
    );
  });
});

async function startServer(onRequest: (url: string | undefined, body: Buffer) => void): Promise<Server> {
  const server = createServer((request, response) => {
    void buffer(request)
      .then((body) => onRequest(request.url, body))
      .finally(() => response.end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
