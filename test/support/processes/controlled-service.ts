import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { ADMIN_HEADERS, rawRequest, sendJson, type RawResponse } from '../requests/raw-request.js';
import { openSocket } from '../requests/raw-socket.js';
import { startServiceProcess, type ServiceProcess } from './service-process.js';
import { ADMIN_TOKEN } from '../calendar/test-calendar.js';

/** A service in its own process that a test stops. */
export interface ControlledService extends ServiceProcess {
  /** Response of a probe, or `undefined` once nothing listens. */
  probe(name: 'live' | 'ready'): Promise<RawResponse | undefined>;
  /** Sends signals and waits until the readiness probe fails. */
  signalAndAwaitUnready(...signals: NodeJS.Signals[]): Promise<void>;
  /** Writes as administrator. `path` is relative to the namespace. */
  write(method: string, path: string, json: object): Promise<RawResponse>;
  /** Opens a connection and sends a text. */
  send(text: string): Promise<Socket>;
}

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
export async function startControlledService(environment: Record<string, string>): Promise<ControlledService> {
  const service = startServiceProcess({ ADMIN_TOKEN, ...environment });
  const origin = await service.origin;
  const probe = (name: string) => rawRequest(origin, { method: 'GET', path: `/health/${name}` }).catch(() => undefined);
  return {
    ...service,
    probe,
    signalAndAwaitUnready: async (...signals) => {
      for (const signal of signals) service.child.kill(signal);
      while ((await probe('ready'))?.status === 200) await setTimeout(5);
    },
    write: (method, path, json) => sendJson(origin, { method, path: `/calendar/events/v1/${path}`, json }),
    send: async (text) => {
      const socket = await openSocket(origin);
      socket.resume().write(text);
      // A later request has a response, so the service has read the text.
      await probe('live');
      return socket;
    },
  };
}
