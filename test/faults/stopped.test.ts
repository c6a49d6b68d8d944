import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { countRows, withRolledBackTransaction, waitForBlockedSession } from '../support/database/database-session.js';
import { useCluster } from '../support/faults/cluster-fixture.js';
import { expectAtMostInFullRun, byRunMode, printFigures } from '../support/run/run-mode.js';
import { findInconsistencies } from '../support/database/find-inconsistencies.js';
import { uniqueName } from '../support/records/kinds.js';
import { repeatParallel } from '../support/records/links.js';
import { ADMIN_HEADERS, rawRequest, sendJson } from '../support/requests/raw-request.js';
import { openSocket, parseResponses, readUntilClose, type WireResponse } from '../support/requests/raw-socket.js';

const ROUNDS = byRunMode(1, 10);
/** Requests in flight. Few wait for a lock, because each of them keeps a database connection. */
const IN_FLIGHT = { quick: 46, locked: 6, incomplete: 8, unread: 4 };
/** Events whose list is larger than the send buffer of a connection. */
const LARGE_LIST = { events: 40, length: 190_000 };

const fixture = useCluster();
beforeAll(() => repeatParallel(LARGE_LIST.events, (index) => write('POST', 'events', largeEvent(index))));

const write = (method: string, path: string, json: object) =>
  sendJson(fixture.service.origin, { method, path: `/calendar/events/v1/${path}`, json });

const largeEvent = (index: number) => ({
  title: `Long ${index}`,
  start_date: '2030-05-01 19:00:00',
  end_date: '2030-05-01 21:00:00',
  description: 'Many words. '.repeat(LARGE_LIST.length / 12),
});

/** A request that the client delays. */
interface SlowRequest {
  /** Completes it and returns the response, or `undefined` if the connection closed before a complete one. */
  finish(): Promise<WireResponse | undefined>;
}

const AUTHORIZED = ['Host: 127.0.0.1', `Authorization: ${ADMIN_HEADERS.Authorization}`, 'Connection: close'];

/** Sends a create of a tag with an incomplete body. */
async function sendIncomplete(origin: string, name: string): Promise<SlowRequest> {
  const socket = await openSocket(origin);
  const body = JSON.stringify({ name });
  const head = ['POST /calendar/events/v1/tags HTTP/1.1', ...AUTHORIZED, 'Content-Type: application/json'];
  await writeAll(socket, [...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body.slice(0, 5)].join('\r\n'));
  const finish = () => {
    socket.write(body.slice(5));
    return readCompleteResponse(socket);
  };
  return { finish };
}

/** Sends a GET and does not read the response yet. `path` is relative to the namespace. */
async function requestWithoutReading(origin: string, path: string): Promise<SlowRequest> {
  const socket = await openSocket(origin);
  await writeAll(socket, [`GET /calendar/events/v1/${path} HTTP/1.1`, ...AUTHORIZED, '', ''].join('\r\n'));
  return { finish: () => readCompleteResponse(socket) };
}

const writeAll = (socket: Socket, text: string) =>
  new Promise<void>((resolve) => socket.write(text, 'utf8', () => resolve()));

async function readCompleteResponse(socket: Socket): Promise<WireResponse | undefined> {
  const [response] = parseResponses(await readUntilClose(socket));
  const length = Number(response?.headers['content-length']);
  return Buffer.byteLength(response?.text ?? '') === length ? response : undefined;
}

/** Waits until the readiness probe fails. */
const waitUntilNotReady = async () => {
  const probe = () =>
    rawRequest(fixture.service.origin, { method: 'GET', path: '/health/ready' }).catch(() => undefined);
  while ((await probe())?.status === 200) await setTimeout(5);
};

/** Stops the service with all requests in flight. Returns the statuses of their responses, and the exit. */
async function stopUnderLoad(round: number) {
  const { body } = await write('POST', 'tags', { name: uniqueName('Locked') });
  const id = Number(body['id']);
  const incomplete = await repeatParallel(IN_FLIGHT.incomplete, () =>
    sendIncomplete(fixture.service.origin, uniqueName('Incomplete')),
  );
  const unread = await repeatParallel(IN_FLIGHT.unread, () =>
    requestWithoutReading(fixture.service.origin, 'events?per_page=50&start_date=2030-01-01'),
  );
  // When this later request has a response, the service has read the requests above.
  await write('POST', 'tags', { name: uniqueName('Later') });
  const [inFlight, stopped] = await withRolledBackTransaction(fixture.cluster.url, async (session) => {
    await session.query('select from tags where id = $1 for update', [id]);
    const quick = repeatParallel(IN_FLIGHT.quick, (index) =>
      write('POST', 'tags', { name: uniqueName(`Quick ${index}`) }),
    );
    const locked = repeatParallel(IN_FLIGHT.locked, (index) =>
      write('PATCH', `tags/${id}`, { description: `Text ${index}` }),
    );
    await waitForBlockedSession(session);
    const startedAt = performance.now();
    const exit = fixture.service.stop().then((code) => ({ code, durationMs: performance.now() - startedAt }));
    await waitUntilNotReady();
    return [Promise.all([quick, locked]), exit] as const;
  });
  await setTimeout(byRunMode(300, round * 400));
  const slowResponses = Promise.all([...incomplete, ...unread].map((request) => request.finish()));
  const responses = [...(await inFlight).flat(), ...(await slowResponses)];
  return { statuses: responses.map((response) => response?.status), stopped: await stopped };
}

/** Expected number of responses with 200 and 201. */
const ACKNOWLEDGED = { ok: IN_FLIGHT.locked + IN_FLIGHT.unread, created: IN_FLIGHT.quick + IN_FLIGHT.incomplete };

describe('SIGTERM with 64 requests in flight, including slow ones', () => {
  it('all get a response, all acknowledged writes are stored, exit code 0 within ten seconds (9.3)', async () => {
    const stopTimes: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      if (round > 1) await fixture.service.start();
      const rowsBefore = await countRows(fixture.cluster.url, 'tags');
      const { statuses, stopped } = await stopUnderLoad(round);
      expect(statuses.toSorted()).toEqual([
        ...Array(ACKNOWLEDGED.ok).fill(200),
        ...Array(ACKNOWLEDGED.created).fill(201),
      ]);
      expect(stopped.code).toBe(0);
      stopTimes.push(stopped.durationMs);
      // Plus the locked tag and the tag of the later request.
      expect((await countRows(fixture.cluster.url, 'tags')) - rowsBefore).toBe(ACKNOWLEDGED.created + 2);
      expect(await findInconsistencies(fixture.cluster.url)).toEqual([]);
    }
    const longestMs = Math.max(...stopTimes);
    printFigures('stopped under load', { stops: ROUNDS, requests: 64 * ROUNDS, longest_stop_ms: longestMs });
    expectAtMostInFullRun(10_000, { 'longest stop': longestMs });
  });
});
