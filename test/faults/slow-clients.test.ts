import { execFileSync } from 'node:child_process';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { query } from '../support/database/database-session.js';
import { startRequestLoop, type TimedResponse } from '../support/faults/request-loop.js';
import { expectAtMostInFullRun, byRunMode, printFigures } from '../support/run/run-mode.js';
import { useMeasuredService } from '../support/faults/measured-service.js';
import { ResponseLog, median } from '../support/faults/response-log.js';
import { eventually } from '../support/processes/log-lines.js';
import { repeatParallel } from '../support/records/links.js';
import { ADMIN_HEADERS, rawRequest } from '../support/requests/raw-request.js';
import { openSocket } from '../support/requests/raw-socket.js';

const ROOT = '/calendar/events/v1';
const SLOW_SENDERS = byRunMode(200, 2_000);
/** Number of connections that are opened at once, and the pause before the next ones in milliseconds. */
const [SENDERS_PER_GROUP, GROUP_INTERVAL_MS] = [100, 100];
const SLOW_READERS = byRunMode(8, 64);
/** Length of the measurement without slow clients, in milliseconds. */
const BASELINE_MS = byRunMode(1_000, 10_000);
/** Tolerance for connections that other clients open or close. */
const HANDLE_TOLERANCE = 4;

const service = useMeasuredService();

/** Client and server each need one file descriptor per connection. */
beforeAll(() => {
  const required = SLOW_SENDERS + SLOW_READERS + 500;
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  if (Number(limit) < required)
    throw new Error(`The test needs ${required} open files, but the limit is ${limit}. Run: ulimit -n ${required}`);
});

/** Interval between two bytes sent, or two reads, in milliseconds. */
const TRICKLE_INTERVAL_MS = 1_000;
/** Bytes per read of a slow reader. */
const BYTES_PER_READ = 1_024;

/** A connection that the client keeps open until the service closes it. */
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

/** First part of a request, and the text that is sent again and again after it. If it is empty, nothing more is sent. */
const INCOMPLETE_REQUESTS = [
  [INCOMPLETE_BODY, ''],
  [INCOMPLETE_BODY, 'a'],
  [INCOMPLETE_HEAD, ''],
  [INCOMPLETE_HEAD, 'a'],
] as const;

/** Opens a connection that sends an incomplete head or body, and then nothing or one byte at a time. */
async function startSlowSender(index: number): Promise<SlowClient> {
  const [first, repeatedText] = INCOMPLETE_REQUESTS[index % INCOMPLETE_REQUESTS.length] ?? INCOMPLETE_REQUESTS[0];
  const socket = await openSocket(service.origin);
  socket.resume();
  socket.write(first);
  return trackLifetime(socket, () => void (repeatedText && socket.writable && socket.write(repeatedText)));
}

/** Opens the connections in groups: the test covers slow clients, not two thousand connections at once. */
async function startSlowSenders(): Promise<SlowClient[]> {
  const senders: SlowClient[] = [];
  while (senders.length < SLOW_SENDERS) {
    senders.push(...(await repeatParallel(SENDERS_PER_GROUP, startSlowSender)));
    await setTimeout(GROUP_INTERVAL_MS);
  }
  return senders;
}

/** Opens a connection that requests a response and reads it one kilobyte at a time. */
async function startSlowReader(path: string): Promise<SlowClient> {
  const socket = await openSocket(service.origin);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  return trackLifetime(socket, () => void socket.read(BYTES_PER_READ));
}

function trackLifetime(socket: Socket, trickle: () => void): SlowClient {
  const openedAt = performance.now();
  const timer = setInterval(trickle, TRICKLE_INTERVAL_MS);
  const closed = new Promise<number>((resolve) => {
    socket.once('close', () => resolve(performance.now() - openedAt)).once('close', () => clearInterval(timer));
  });
  return { closed, end: () => socket.destroy() };
}

/** Creates a list whose response of about 8 MB exceeds the socket buffers. */
async function createLargeList(): Promise<string> {
  for (let venue = 1; venue <= 40; venue += 1) await service.create(`${ROOT}/venues`, { venue: `Place ${venue}` });
  await query(service.databaseUrl, `update venue_translations set description = repeat('a', 200000)`);
  return `${ROOT}/venues?per_page=40`;
}

/** Starts clients that read one record, and records response times before and after `begin`. */
function startOtherClients(path: string) {
  const log = new ResponseLog();
  const [durationsBefore, durationsSince]: [number[], number[]] = [[], []];
  let durations = durationsBefore;
  const recordResponse = (response: TimedResponse) => {
    log.record(response);
    durations.push(response.durationMs);
  };
  const options = { concurrency: 4, delayMs: 20, onResponse: recordResponse };
  const loop = startRequestLoop(service.origin, [{ path, headers: ADMIN_HEADERS }], options);
  return { log, durationsBefore, durationsSince, begin: () => void (durations = durationsSince), stop: loop.stop };
}

/**
 * Time until the service has closed all connections, in milliseconds. It is read from the number of handles, because a client that does
 * not read does not see the close.
 */
async function waitUntilClosed(handles: number): Promise<number> {
  const startedAt = performance.now();
  await eventually(async () => ((await service.openHandles()) <= handles + HANDLE_TOLERANCE ? true : undefined));
  return performance.now() - startedAt;
}

describe('Clients that send or read very slowly', () => {
  it('are disconnected; other clients get their responses, and the memory is released (12.4)', async () => {
    const listPath = await createLargeList();
    // The first response fills caches. They belong to the memory before the test.
    expect((await rawRequest(service.origin, { method: 'GET', path: listPath })).status).toBe(200);
    const { id } = await service.create(`${ROOT}/tags`, { name: 'Watched' });
    const otherClients = startOtherClients(`${ROOT}/tags/${String(id)}`);
    let clients: SlowClient[] = [];
    try {
      await setTimeout(BASELINE_MS);
      const [handles, memoryBefore] = [await service.openHandles(), await service.memory()];
      otherClients.begin();
      const senders = await startSlowSenders();
      const readers = await repeatParallel(SLOW_READERS, () => startSlowReader(listPath));
      clients = [...senders, ...readers];
      await eventually(async () =>
        (await service.openHandles()) >= handles + clients.length - HANDLE_TOLERANCE ? true : undefined,
      );
      const readersClosedMs = await waitUntilClosed(handles);
      const sendersClosedMs = Math.max(...(await Promise.all(senders.map(({ closed }) => closed))));
      await otherClients.stop();
      const memoryAfter = await service.memory();
      const { total, unexpected, unavailable, longestMs } = otherClients.log;
      const [medianBefore, medianDuring] = [median(otherClients.durationsBefore), median(otherClients.durationsSince)];
      printFigures('slow clients', {
        slow_senders: SLOW_SENDERS,
        slow_readers: SLOW_READERS,
        closed_after_ms: Math.max(readersClosedMs, sendersClosedMs),
        other_responses: total,
        other_unavailable: unavailable,
        median_before_ms: medianBefore,
        median_during_ms: medianDuring,
        longest_ms: longestMs,
        retained_before_mb: memoryBefore.retained / 1e6,
        retained_after_mb: memoryAfter.retained / 1e6,
      });
      expect(unexpected).toEqual([]);
      expect(memoryAfter.retained).toBeLessThan(memoryBefore.retained * 1.5 + 30e6);
      expectAtMostInFullRun(0, { unavailable });
      expectAtMostInFullRun(15_500, { readersClosedMs, sendersClosedMs });
      expectAtMostInFullRun(2 * medianBefore, { 'median with slow clients': medianDuring });
      expect((await rawRequest(service.origin, { method: 'GET', path: listPath })).status).toBe(200);
    } finally {
      for (const client of clients) client.end();
      await otherClients.stop();
    }
  });
});
