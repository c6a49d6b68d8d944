import { connect } from 'node:net';
import type { RequestBytes } from './request-bytes.js';

/** What came back. */
export interface Received {
  /** 0 where nothing came that is an answer. */
  readonly status: number;
  /** How many answers came. */
  readonly answers: number;
  /** Why nothing came. */
  readonly failure?: string;
  readonly milliseconds: number;
  /** The first answer: its status line and headers in lower case, and its body. */
  readonly head: string;
  readonly body: string;
}

/** How long nothing may come, in milliseconds. */
const SILENCE = 10_000;

/** Sends a request on a connection of its own, and waits until the service closes that. */
export function sendBytes(origin: string, { head, body }: RequestBytes): Promise<Received> {
  const { hostname, port } = new URL(origin);
  const started = performance.now();
  const parts: Buffer[] = [];
  let failure = 'closed without an answer';
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.setTimeout(SILENCE, () => socket.destroy(new Error(`no answer within ${SILENCE} ms`)));
    socket.on('data', (part: Buffer) => parts.push(part));
    // A service that refuses a body may close before it has taken it: what it said counts.
    socket.on('error', (error) => (failure = error.message));
    socket.on('close', () => {
      const received = receivedIn(Buffer.concat(parts).toString('utf8'), performance.now() - started);
      resolve(received.status === 0 ? { ...received, failure } : received);
    });
    socket.write(head);
    if (body) socket.write(body);
  });
}

const START = /^HTTP\/1\.1 (\d{3}) /gm;

function receivedIn(text: string, milliseconds: number): Received {
  const [status, ...more] = [...text.matchAll(START)].map(([, code]) => Number(code)).filter((code) => code >= 200);
  const end = text.indexOf('\r\n\r\n');
  const head = text.slice(0, Math.max(end, 0)).toLowerCase();
  const body = end < 0 ? '' : text.slice(end + 4);
  return { status: status ?? 0, answers: status === undefined ? 0 : 1 + more.length, milliseconds, head, body };
}
