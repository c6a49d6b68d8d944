import type { Socket } from 'node:net';
import { AS_ADMINISTRATOR } from '../raw-request.js';
import { openSocket } from '../raw-socket.js';

/** How often a client that sends at all sends another byte, and how often one that reads takes a little, in milliseconds. */
const TRICKLE = 1_000;
/** What a slow reader takes then, in bytes. */
const TAKEN = 1_024;

/** A connection that is kept busy for as long as the service lets it be. */
export interface SlowClient {
  /** How long it was open, in milliseconds, once it has been closed. */
  readonly closed: Promise<number>;
  /** Ends what the service has not ended. */
  end(): void;
}

const ROOT = '/calendar/events/v1';
const BODY_TO_COME = [
  `POST ${ROOT}/tags HTTP/1.1`,
  'Host: 127.0.0.1',
  `Authorization: ${AS_ADMINISTRATOR.Authorization}`,
  'Content-Type: application/json',
  'Content-Length: 1000',
  '',
  '{"name":"',
].join('\r\n');
const HEAD_TO_COME = `GET ${ROOT}/tags HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: `;

/** What a client sends at first, and what it goes on with; nothing is sent after an empty text. */
const HALVES = [
  [BODY_TO_COME, ''],
  [BODY_TO_COME, 'a'],
  [HEAD_TO_COME, ''],
  [HEAD_TO_COME, 'a'],
] as const;

/** Opens connections by which half a request is sent: heads and bodies that never come, and those that come by the byte. */
export const startHalfSenders = (origin: string, count: number): Promise<SlowClient[]> =>
  Promise.all(Array.from({ length: count }, (_each, at) => startHalfSender(origin, at)));

async function startHalfSender(origin: string, at: number): Promise<SlowClient> {
  const [first, more] = HALVES[at % HALVES.length] ?? HALVES[0];
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
  return watched(socket, () => void socket.read(TAKEN));
}

function watched(socket: Socket, trickle: () => void): SlowClient {
  const begin = performance.now();
  const timer = setInterval(trickle, TRICKLE);
  const closed = new Promise<number>((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve(performance.now() - begin);
    });
  });
  return { closed, end: () => socket.destroy() };
}
