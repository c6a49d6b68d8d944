import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ADMIN_HEADERS } from '../support/requests/raw-request.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';

const PATH = '/calendar/events/v1/tags';
const MEBIBYTE = 1_048_576;

let calendar: TestCalendar;
beforeAll(async () => {
  calendar = await startTestCalendar();
});
afterAll(() => calendar.close());

/** Opens a raw connection. `until` resolves with everything received as soon as it matches a pattern. */
function wire() {
  const socket: Socket = connect(Number(new URL(calendar.origin).port), '127.0.0.1');
  let received = '';
  socket.on('data', (part) => (received += String(part)));
  const until = async (pattern: RegExp) => {
    while (!pattern.test(received)) await once(socket, 'data');
    return received;
  };
  return { socket, until };
}
const head = (more: string) =>
  `POST ${PATH} HTTP/1.1\r\nHost: a\r\nAuthorization: ${ADMIN_HEADERS.Authorization}\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;

describe('Incomplete body', () => {
  it('with a Content-Length above the limit is 413 before any of it arrives (12.4)', async () => {
    const { socket, until } = wire();
    socket.write(head('Content-Length: 10000000000'));
    expect(await until(/\r\n\r\n\{.*\}$/s)).toMatch(/^HTTP\/1\.1 413 .*"code":"payload_too_large"/s);
    socket.destroy();
  });

  it('above the limit is 413 before its end, and the connection then serves the next request (12.4)', async () => {
    const { socket, until } = wire();
    const chunk = (bytes: Buffer) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
    const part = Buffer.alloc(2 * MEBIBYTE, ' ');
    socket.write(Buffer.concat([Buffer.from(head('Transfer-Encoding: chunked')), chunk(part)]));
    expect(await until(/\r\n\r\n\{.*\}$/s)).toMatch(/^HTTP\/1\.1 413 /);
    socket.write(Buffer.concat([chunk(Buffer.alloc(8 * MEBIBYTE)), Buffer.from('0\r\n\r\n')]));
    socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(await until(/"status":"ok"/)).toMatch(/HTTP\/1\.1 200 OK/);
  });

  it('of a client that disconnects does not affect later requests (12.4)', async () => {
    const { socket } = wire();
    socket.write(`${head('Content-Length: 1000')}{"name":`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    expect((await calendar.request('POST', 'tags', { json: { name: 'Afterwards' } })).status).toBe(201);
  });
});
