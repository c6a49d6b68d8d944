import type { Socket } from 'node:net';
import { ADMIN_HEADERS } from '../support/requests/raw-request.js';
import { openSocket } from '../support/requests/raw-socket.js';

/** Interval between two bytes sent, or two reads, in milliseconds. */
const TRICKLE_INTERVAL_MS = 1_000;
/** Bytes per read of a slow reader. */
const BYTES_PER_READ = 1_024;

/** A connection that the client keeps busy until the service closes it. */
export interface SlowClient {
  /** Resolves with the lifetime of the connection in milliseconds when it is closed. */
  readonly closed: Promise<number>;
  /** Closes the connection from the client side. */
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

/** First part of a request, and the text to repeat after it. Nothing more is sent if that is empty. */
const INCOMPLETE_REQUESTS = [
  [INCOMPLETE_BODY, ''],
  [INCOMPLETE_BODY, 'a'],
  [INCOMPLETE_HEAD, ''],
  [INCOMPLETE_HEAD, 'a'],
] as const;

/** Opens connections that send incomplete heads or bodies, and then nothing or one byte at a time. */
export const startSlowSenders = (origin: string, count: number): Promise<SlowClient[]> =>
  Promise.all(Array.from({ length: count }, (_each, at) => startSlowSender(origin, at)));

async function startSlowSender(origin: string, at: number): Promise<SlowClient> {
  const [first, more] = INCOMPLETE_REQUESTS[at % INCOMPLETE_REQUESTS.length] ?? INCOMPLETE_REQUESTS[0];
  const socket = await openSocket(origin);
  socket.resume();
  socket.write(first);
  return watched(socket, () => void (more && socket.writable && socket.write(more)));
}

/** Opens connections that request a response and read it one kilobyte at a time. */
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
