import { setTimeout } from 'node:timers/promises';
import { ADMIN_HEADERS, rawRequest, sendJson } from '../requests/raw-request.js';
import { openSocket } from '../requests/raw-socket.js';
import { startServiceProcess } from './service-process.js';
import { ADMIN_TOKEN } from '../calendar/test-calendar.js';

/** A service in its own process that a test stops. */
export type ControlledService = Awaited<ReturnType<typeof startControlledService>>;

/** A request whose body is never completed. */
export const INCOMPLETE_REQUEST = [
  'POST /calendar/events/v1/tags HTTP/1.1',
  'Host: 127.0.0.1',
  `Authorization: ${ADMIN_HEADERS.Authorization}`,
  'Content-Type: application/json',
  'Content-Length: 100',
  '',
  '{"name":',
].join('\r\n');

/** Starts the service in its own process. */
export async function startControlledService(environment: Record<string, string>) {
  const service = startServiceProcess({ ADMIN_TOKEN, ...environment });
  const origin = await service.origin;
  /** Response of a probe, or `undefined` once nothing listens. */
  const probe = (name: 'live' | 'ready') =>
    rawRequest(origin, { method: 'GET', path: `/health/${name}` }).catch(() => undefined);
  return {
    ...service,
    probe,
    /** Sends signals and waits until the readiness probe fails. */
    signalAndAwaitUnready: async (...signals: NodeJS.Signals[]) => {
      for (const signal of signals) service.child.kill(signal);
      while ((await probe('ready'))?.status === 200) await setTimeout(5);
    },
    /** Sends a request as administrator. `path` is relative to the namespace. */
    write: (method: string, path: string, json: object) =>
      sendJson(origin, { method, path: `/calendar/events/v1/${path}`, json }),
    /** Opens a connection and sends a text. */
    send: async (text: string) => {
      const socket = await openSocket(origin);
      socket.resume().write(text);
      // A later request has a response, so the service has read the text.
      await probe('live');
      return socket;
    },
  };
}
