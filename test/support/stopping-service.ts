import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { ADMIN_HEADERS, rawRequest, type RawResponse } from './raw-request.js';
import { startServiceProcess, type ServiceProcess } from './service-process.js';
import { ADMIN_TOKEN } from './test-calendar.js';

/** A process of the service that is going to be stopped. */
export interface StoppingService extends ServiceProcess {
  /** What a probe is answered, and `undefined` where nobody listens any more. */
  probe(name: 'live' | 'ready'): Promise<RawResponse | undefined>;
  /** Sends a signal, and waits until probes are told of it, or nobody listens any more. */
  signal(...signals: NodeJS.Signals[]): Promise<void>;
  /** Writes as an administrator; `path` stands behind the namespace. */
  write(method: string, path: string, json: object): Promise<RawResponse>;
  /** Opens a connection and sends what is given. */
  send(text: string): Promise<Socket>;
}

/** The head of a request whose body never comes. */
export const INCOMPLETE_REQUEST = [
  'POST /calendar/events/v1/tags HTTP/1.1',
  'Host: 127.0.0.1',
  `Authorization: ${ADMIN_HEADERS.Authorization}`,
  'Content-Type: application/json',
  'Content-Length: 100',
  '',
  '{"name":',
].join('\r\n');

/** Starts the service as a process of its own; `stopServiceProcesses` ends what is left of it. */
export async function startStoppingService(environment: Record<string, string>): Promise<StoppingService> {
  const service = startServiceProcess({ ADMIN_TOKEN, ...environment });
  const origin = await service.origin;
  const probe = (name: string) => rawRequest(origin, { method: 'GET', path: `/health/${name}` }).catch(() => undefined);
  return {
    ...service,
    probe,
    signal: async (...signals) => {
      for (const signal of signals) service.child.kill(signal);
      while ((await probe('ready'))?.status === 200) await setTimeout(5);
    },
    write: (method, path, json) =>
      rawRequest(origin, {
        method,
        path: `/calendar/events/v1/${path}`,
        headers: { ...ADMIN_HEADERS, 'Content-Type': 'application/json' },
        body: JSON.stringify(json),
      }),
    send: async (text) => {
      const socket = await send(origin, text);
      // What was sent later has been answered: the service has read it.
      await probe('live');
      return socket;
    },
  };
}

async function send(origin: string, text: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  // It may be reset.
  socket.on('error', () => undefined).resume();
  await new Promise<void>((resolve) => socket.write(text, () => resolve()));
  return socket;
}
