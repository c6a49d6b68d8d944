import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useCluster } from '../support/faults/cluster-fixture.js';
import { startMeasuredService, type MeasuredService } from '../support/faults/measured-service.js';
import { waitUntilReady } from '../support/faults/restartable-service.js';
import { copyEvent } from '../support/feeds/copy-event.js';
import { byRunMode, onlyInFullRun, printFigures } from '../support/run/run-mode.js';
import { eventually } from '../support/processes/log-lines.js';
import { upcomingDates } from '../support/records/records.js';
import { repeatParallel } from '../support/records/links.js';
import { openSocket, readUntilClose } from '../support/requests/raw-socket.js';

const EVENTS = '/calendar/events/v1/events';
/** Number of events. Their file exceeds the socket buffers, so that it is sent no faster than the client reads. */
const COUNT = byRunMode(1500, 5000);
const DESCRIPTION = 'Música de cambra. '.repeat(600);
/** Number of kills. */
const ROUNDS = byRunMode(1, 20);

const fixture = useCluster({ count: 0 });
let service: MeasuredService;
const sockets = new Set<Socket>();
beforeAll(async () => {
  // If a stream did not release the only slot, every later request would fail.
  service = await startMeasuredService(fixture.cluster.url, { FEED_STREAMS: '1' });
  const event = { title: 'Concert', description: DESCRIPTION, ...upcomingDates() };
  await copyEvent(fixture.cluster.url, Number((await service.create(EVENTS, event))['id']), COUNT - 1);
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

/** Requests the file of all events. Nothing is read yet. */
async function requestFile(): Promise<Socket> {
  const socket = await openSocket(service.origin);
  sockets.add(socket);
  socket.pause();
  socket.write(`GET ${EVENTS}.ics?styled=true HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
  return socket;
}

/** Reads until the connection is closed. */
async function receive(socket: Socket) {
  const received = readUntilClose(socket);
  socket.resume();
  const text = await received;
  sockets.delete(socket);
  return {
    status: Number(text.slice(9, 12)),
    events: new Set(text.match(/^UID:.*$/gm)).size,
    hasEnd: text.includes('END:VCALENDAR'),
    hasLastChunk: text.endsWith('\r\n0\r\n\r\n'),
  };
}

const COMPLETE_FILE = { status: 200, events: COUNT, hasEnd: true, hasLastChunk: true };

describe('Database killed while a large calendar file is read', () => {
  it('the connection closes before the end of the file, and the next file is complete (13.21)', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const socket = await requestFile();
      await once(socket, 'readable');
      await fixture.cluster.kill();
      const { events, ...interrupted } = await receive(socket);
      expect(interrupted).toEqual({ status: 200, hasEnd: false, hasLastChunk: false });
      expect(events).toBeGreaterThan(0);
      await fixture.cluster.start();
      await waitUntilReady(service.origin);
      expect(await receive(await requestFile())).toEqual(COMPLETE_FILE);
    }
  });
});

onlyInFullRun(() => {
  describe('Large calendar file', () => {
    it('releases its slot, and adds less than 20 MiB of memory, if its client reads 1 KiB per second (13.21, 13.22)', async () => {
      const before = await service.memory();
      const slow = await requestFile();
      const startedAt = performance.now();
      const reading = setInterval(() => void slow.read(1024), 1000);
      await setTimeout(5000);
      const during = await service.memory();
      const next = await eventually(async () => {
        const response = await receive(await requestFile());
        return response.status === 429 ? undefined : response;
      });
      clearInterval(reading);
      const added = (during.retained - before.retained) / 2 ** 20;
      printFigures('calendar file, slow reader', { next_file_ms: performance.now() - startedAt, added_mb: added });
      expect(next).toEqual(COMPLETE_FILE);
      expect(added).toBeLessThan(20);
    });

    it('is complete or rejected with 429 for each of 100 clients at once (13.22)', async () => {
      const responses = await repeatParallel(100, async () => receive(await requestFile()));
      const accepted = responses.filter(({ status }) => status !== 429);
      printFigures('calendar file, 100 clients', { complete: accepted.length, rejected: 100 - accepted.length });
      for (const response of accepted) expect(response).toEqual(COMPLETE_FILE);
      expect(accepted.length).toBeGreaterThan(0);
    });
  });
});
