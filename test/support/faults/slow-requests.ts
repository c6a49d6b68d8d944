import type { Socket } from 'node:net';
import { AS_ADMINISTRATOR } from '../raw-request.js';
import { answersIn, openSocket, receivedBy, type WireAnswer } from '../raw-socket.js';

/** A request that takes its time on the client's side. */
export interface SlowRequest {
  /** Ends it, and gives its answer; `undefined` where the connection ended without a whole one. */
  finish(): Promise<WireAnswer | undefined>;
}

const AUTHORIZED = ['Host: 127.0.0.1', `Authorization: ${AS_ADMINISTRATOR.Authorization}`, 'Connection: close'];

/** Sends a create of a tag whose body is not whole yet. */
export async function sendHalf(origin: string, name: string): Promise<SlowRequest> {
  const socket = await openSocket(origin);
  const body = JSON.stringify({ name });
  const head = ['POST /calendar/events/v1/tags HTTP/1.1', ...AUTHORIZED, 'Content-Type: application/json'];
  await written(socket, [...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body.slice(0, 5)].join('\r\n'));
  return {
    finish: () => {
      socket.write(body.slice(5));
      return wholeAnswer(socket);
    },
  };
}

/** Asks for something, and reads nothing of the answer yet; `path` stands behind the namespace. */
export async function askUnread(origin: string, path: string): Promise<SlowRequest> {
  const socket = await openSocket(origin);
  await written(socket, [`GET /calendar/events/v1/${path} HTTP/1.1`, ...AUTHORIZED, '', ''].join('\r\n'));
  return { finish: () => wholeAnswer(socket) };
}

const written = (socket: Socket, text: string) =>
  new Promise<void>((resolve) => socket.write(text, 'utf8', () => resolve()));

async function wholeAnswer(socket: Socket): Promise<WireAnswer | undefined> {
  const [answer] = answersIn(await receivedBy(socket));
  const length = Number(answer?.headers['content-length']);
  return Buffer.byteLength(answer?.text ?? '') === length ? answer : undefined;
}
