import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useTestCalendar } from '../../support/calendar/use-test-calendar.js';
import { copyEvent } from '../../support/feeds/copy-event.js';
import { createRecord } from '../../support/records/kinds.js';
import { upcomingDates } from '../../support/records/records.js';

const COUNT = 1200;
/** Makes the file longer than the buffers of two sockets, so that a client that does not read holds its stream. */
const DESCRIPTION = 'Música de cambra. '.repeat(600);

const calendar = useTestCalendar({ FEED_STREAMS: '1' }, { requestMs: 2500, streamMs: 3500 });
const sockets = new Set<Socket>();
beforeAll(async () => {
  const { id } = await createRecord(calendar, 'events', { description: DESCRIPTION, ...upcomingDates() });
  await copyEvent(calendar.databaseUrl, id, COUNT - 1);
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

/** Requests the file and reads only its first bytes. */
async function startReading(): Promise<Socket> {
  const socket = connect(Number(new URL(calendar.origin).port), '127.0.0.1');
  sockets.add(socket);
  socket.write(
    'GET /calendar/events/v1/events.ics?styled=true HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n',
  );
  await once(socket, 'readable');
  return socket;
}

async function readToEnd(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(socket, 'close');
  return text;
}

describe('Calendar file with more than 1,000 events', () => {
  it('is sent completely to two clients with one slot, while a shorter file needs no slot (13.21, 13.22)', async () => {
    const reading = await startReading();
    const waiting = calendar.request('GET', 'events.ics?styled=true');
    expect((await calendar.request('GET', 'events.ics?include=1')).status).toBe(200);
    const [first, second] = await Promise.all([readToEnd(reading), waiting]);
    for (const text of [first, second.text]) {
      expect(new Set(text.match(/^UID:.*$/gm)).size).toBe(COUNT);
      expect(text).toContain('END:VCALENDAR\r\n');
    }
    expect(first.endsWith('\r\n0\r\n\r\n')).toBe(true);
  });

  it('holds a slot until its time limit: others are 429, HEAD needs none; it then ends incompletely (13.21, 13.22)', async () => {
    const reading = await startReading();
    const started = performance.now();
    const { status, headers, body } = await calendar.request('GET', 'events.ics');
    expect([status, body['code'], headers.get('Retry-After')]).toEqual([429, 'too_many_requests', '30']);
    expect(headers.get('Content-Type')).toContain('application/problem+json');
    expect((await calendar.request('HEAD', 'events.ics')).status).toBe(200);
    await setTimeout(4000 - (performance.now() - started));
    const text = await readToEnd(reading);
    expect([text.includes('END:VCALENDAR'), text.endsWith('0\r\n\r\n')]).toEqual([false, false]);
  });

  it('ends before its time limit if the client disconnects, even if the client has read nothing (13.22)', async () => {
    const reading = await startReading();
    reading.resetAndDestroy();
    await setTimeout(1000);
    const next = await startReading();
    expect(String(next.read(12))).toBe('HTTP/1.1 200');
  });
});
