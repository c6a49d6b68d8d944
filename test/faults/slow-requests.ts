import type { Socket } from 'node:net';
import { ADMIN_HEADERS } from '../support/requests/raw-request.js';
import { parseResponses, openSocket, readUntilClose, type WireResponse } from '../support/requests/raw-socket.js';

/** A request that the client delays. */
export interface SlowRequest {
  /** Completes it and returns the response, or `undefined` if the connection closed before a complete one. */
  finish(): Promise<WireResponse | undefined>;
}

const AUTHORIZED = ['Host: 127.0.0.1', `Authorization: ${ADMIN_HEADERS.Authorization}`, 'Connection: close'];

/** Sends a create of a tag with an incomplete body. */
export async function sendIncomplete(origin: string, name: string): Promise<SlowRequest> {
  const socket = await openSocket(origin);
  const body = JSON.stringify({ name });
  const head = ['POST /calendar/events/v1/tags HTTP/1.1', ...AUTHORIZED, 'Content-Type: application/json'];
  await writeAll(socket, [...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body.slice(0, 5)].join('\r\n'));
  return {
    finish: () => {
      socket.write(body.slice(5));
      return readCompleteResponse(socket);
    },
  };
}

/** Sends a GET and does not read the response yet. `path` is relative to the namespace. */
export async function requestWithoutReading(origin: string, path: string): Promise<SlowRequest> {
  const socket = await openSocket(origin);
  await writeAll(socket, [`GET /calendar/events/v1/${path} HTTP/1.1`, ...AUTHORIZED, '', ''].join('\r\n'));
  return { finish: () => readCompleteResponse(socket) };
}

const writeAll = (socket: Socket, text: string) =>
  new Promise<void>((resolve) => socket.write(text, 'utf8', () => resolve()));

async function readCompleteResponse(socket: Socket): Promise<WireResponse | undefined> {
  const [answer] = parseResponses(await readUntilClose(socket));
  const length = Number(answer?.headers['content-length']);
  return Buffer.byteLength(answer?.text ?? '') === length ? answer : undefined;
}
