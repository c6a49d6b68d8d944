import { execFileSync } from 'node:child_process';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { query } from '../support/database/database-session.js';
import { startRequestLoop } from '../support/faults/request-loop.js';
import { expectAtMostInFullRun, byRunMode, printFigures } from '../support/jest/run-mode.js';
import { openHandles, startMeasuredService, type MeasuredService } from '../support/faults/measured-service.js';
import { ResponseLog, median } from '../support/faults/response-log.js';
import type { TimedResponse } from '../support/faults/timed-request.js';
import { eventually } from '../support/processes/log-lines.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';
import { openSocket } from '../support/requests/raw-socket.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

const ROOT = '/calendar/events/v1';
const HALF_SENDERS = byRunMode(200, 2_000);
const SLOW_READERS = byRunMode(8, 64);
/** Length of the measurement without slow clients, in milliseconds. */
const BEFORE = byRunMode(1_000, 10_000);
/** Tolerance for connections that other clients open or close. */
const OTHERS = 4;

let database: TestDatabase;
let service: MeasuredService;
beforeEach(async () => {
  expectDescriptors(HALF_SENDERS + SLOW_READERS + 500);
  database = await createTestDatabase();
  service = await startMeasuredService({ DATABASE_URL: database.url });
});
afterEach(async () => {
  await stopServiceProcesses();
  await database.drop();
});

/** Client and server each need one file descriptor per connection. */
function expectDescriptors(needed: number): void {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  if (Number(limit) < needed)
    throw new Error(`It takes ${needed} open files, and there may be ${limit}: ulimit -n ${needed}`);
}

/** Interval between two bytes sent, or two reads, in milliseconds. */
const TRICKLE_INTERVAL_MS = 1_000;
/** Bytes per read of a slow reader. */
const BYTES_PER_READ = 1_024;

/** A connection that the client keeps busy until the service closes it. */
interface SlowClient {
  /** Resolves with the lifetime of the connection in milliseconds when it is closed. */
  readonly closed: Promise<number>;
  /** Closes the connection from the client side. */
  end(): void;
}

const INCOMPLETE_BODY = [
  `POST ${ROOT}/tags HTTP/1.1`,
  'Host: 127.0.0.1',
  `Authorization: ${ADMIN_HEADERS.Authorization}`,
  'Content-Type: application/json',
  'Content-Length: 1000',
  '',
  '{"name":"',
].join('\r\n');
const INCOMPLETE_HEAD = `GET ${ROOT}/tags HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: `;

/** First part of a request, and the text to repeat after it. Nothing more is sent if that is empty. */
const INCOMPLETE_REQUESTS = [
  [INCOMPLETE_BODY, ''],
  [INCOMPLETE_BODY, 'a'],
  [INCOMPLETE_HEAD, ''],
  [INCOMPLETE_HEAD, 'a'],
] as const;

/** Opens connections that send incomplete heads or bodies, and then nothing or one byte at a time. */
const startSlowSenders = (origin: string, count: number): Promise<SlowClient[]> =>
  Promise.all(Array.from({ length: count }, (_each, at) => startSlowSender(origin, at)));

async function startSlowSender(origin: string, at: number): Promise<SlowClient> {
  const [first, more] = INCOMPLETE_REQUESTS[at % INCOMPLETE_REQUESTS.length] ?? INCOMPLETE_REQUESTS[0];
  const socket = await openSocket(origin);
  socket.resume();
  socket.write(first);
  return watched(socket, () => void (more && socket.writable && socket.write(more)));
}

/** Opens connections that request a response and read it one kilobyte at a time. */
const startSlowReaders = (origin: string, path: string, count: number): Promise<SlowClient[]> =>
  Promise.all(Array.from({ length: count }, () => startSlowReader(origin, path)));

async function startSlowReader(origin: string, path: string): Promise<SlowClient> {
  const socket = await openSocket(origin);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  return watched(socket, () => void socket.read(BYTES_PER_READ));
}

function watched(socket: Socket, trickle: () => void): SlowClient {
  const begin = performance.now();
  const timer = setInterval(trickle, TRICKLE_INTERVAL_MS);
  const closed = new Promise<number>((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve(performance.now() - begin);
    });
  });
  return { closed, end: () => socket.destroy() };
}

/** Creates a list whose response of about 8 MB exceeds the socket buffers. */
async function createLargeList(): Promise<string> {
  for (let venue = 1; venue <= 40; venue += 1) await service.create(`${ROOT}/venues`, { venue: `Place ${venue}` });
  await query(database.url, `update venue_translations set description = repeat('a', 200000)`);
  return `${ROOT}/venues?per_page=40`;
}

/** Starts clients that read one record, and measures response times before and after `begin`. */
function watchOthers(path: string) {
  const counting = new ResponseLog();
  const [before, since]: [number[], number[]] = [[], []];
  let took = before;
  const onAnswer = (answer: TimedResponse) => {
    counting.record(answer);
    took.push(answer.durationMs);
  };
  const askers = startRequestLoop(service.origin, [{ path, headers: ADMIN_HEADERS }], {
    concurrency: 4,
    delayMs: 20,
    onResponse: onAnswer,
  });
  return { counting, before, since, begin: () => void (took = since), stop: askers.stop };
}

/**
 * Time until the service has closed all connections, in milliseconds. A client that does not read does not see the
 * close.
 */
async function untilClosed(handles: number): Promise<number> {
  const begin = performance.now();
  await eventually(async () => ((await openHandles(service)) <= handles + OTHERS ? true : undefined));
  return performance.now() - begin;
}

describe('Clients that send or read very slowly', () => {
  it('are disconnected at the deadline and affect neither other clients nor memory (12.4)', async () => {
    const list = await createLargeList();
    // The first response fills caches, which count for the memory before.
    expect((await rawRequest(service.origin, { method: 'GET', path: list })).status).toBe(200);
    const { id } = await service.create(`${ROOT}/tags`, { name: 'Watched' });
    const others = watchOthers(`${ROOT}/tags/${String(id)}`);
    let clients: SlowClient[] = [];
    try {
      await setTimeout(BEFORE);
      const [handles, memory] = [await openHandles(service), await service.memory()];
      others.begin();
      const senders = await startSlowSenders(service.origin, HALF_SENDERS);
      const readers = await startSlowReaders(service.origin, list, SLOW_READERS);
      clients = [...senders, ...readers];
      await eventually(async () =>
        (await openHandles(service)) >= handles + clients.length - OTHERS ? true : undefined,
      );
      const reading = await untilClosed(handles);
      const sending = Math.max(...(await Promise.all(senders.map(({ closed }) => closed))));
      await others.stop();
      const afterwards = await service.memory();
      const { total: asked, unexpected: wrong, unavailable, longest } = others.counting;
      const [before, meanwhile] = [median(others.before), median(others.since)];
      printFigures('slow clients', {
        half_senders: HALF_SENDERS,
        slow_readers: SLOW_READERS,
        closed_after_ms: Math.max(reading, sending),
        others_asked: asked,
        others_unavailable: unavailable,
        median_before_ms: before,
        median_meanwhile_ms: meanwhile,
        longest_ms: longest,
        retained_before_mb: memory.retained / 1e6,
        retained_afterwards_mb: afterwards.retained / 1e6,
      });
      expect(wrong).toEqual([]);
      expect(afterwards.retained).toBeLessThan(memory.retained * 1.5 + 30e6);
      expectAtMostInFullRun(0, { unavailable });
      expectAtMostInFullRun(15_500, { reading, sending });
      expectAtMostInFullRun(2 * before, { meanwhile });
      expect((await rawRequest(service.origin, { method: 'GET', path: list })).status).toBe(200);
    } finally {
      for (const client of clients) client.end();
      await others.stop();
    }
  });
});
