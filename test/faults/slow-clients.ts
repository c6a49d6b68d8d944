import type { Socket } from 'node:net';
import { ADMIN_HEADERS } from '../support/requests/raw-request.js';
import { openSocket } from '../support/requests/raw-socket.js';

/** How often a client that sends at all sends another byte, and how often one that reads takes a little, in milliseconds. */
const TRICKLE_INTERVAL_MS = 1_000;
/** What a slow reader takes then, in bytes. */
const BYTES_PER_READ = 1_024;

/** A connection that is kept busy for as long as the service lets it be. */
export interface SlowClient {
  /** How long it was open, in milliseconds, once it has been closed. */
  readonly closed: Promise<number>;
  /** Ends what the service has not ended. */
  end(): void;
}

const ROOT = '/calendar/events/v1';
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

/** What a client sends at first, and what it goes on with; nothing is sent after an empty text. */
const INCOMPLETE_REQUESTS = [
  [INCOMPLETE_BODY, ''],
  [INCOMPLETE_BODY, 'a'],
  [INCOMPLETE_HEAD, ''],
  [INCOMPLETE_HEAD, 'a'],
] as const;

/** Opens connections by which half a request is sent: heads and bodies that never come, and those that come by the byte. */
export const startSlowSenders = (origin: string, count: number): Promise<SlowClient[]> =>
  Promise.all(Array.from({ length: count }, (_each, at) => startSlowSender(origin, at)));

async function startSlowSender(origin: string, at: number): Promise<SlowClient> {
  const [first, more] = INCOMPLETE_REQUESTS[at % INCOMPLETE_REQUESTS.length] ?? INCOMPLETE_REQUESTS[0];
  const socket = await openSocket(origin);
  socket.resume();
  socket.write(first);
  return watched(socket, () => void (more && socket.writable && socket.write(more)));
}

/** Opens connections by which an answer is asked for, and taken by the kilobyte. */
export const startSlowReaders = (origin: string, path: string, count: number): Promise<SlowClient[]> =>
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
