import { Agent, type IncomingHttpHeaders } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { ADMIN_HEADERS, rawRequest } from '../requests/raw-request.js';
import { isSuccess } from './response-log.js';

export interface RequestSpec {
  /** Label in statistics. Default: method and path. */
  readonly name?: string;
  /** Default: GET. */
  readonly method?: string;
  /** Path and query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON body. */
  readonly body?: object;
}

/** A response and its duration in milliseconds. Status 0: the connection broke. */
export interface TimedResponse {
  readonly name: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly durationMs: number;
  /** Time of the response, by `performance.now()`. */
  readonly receivedAt: number;
  /** Whether the connection was refused, so that nothing was sent. */
  readonly isRefused: boolean;
}

/** Sends a request once, over a connection of an agent. */
export async function sendTimed(origin: string, agent: Agent, spec: RequestSpec): Promise<TimedResponse> {
  const { method = 'GET', path, name = `${method} ${path}`, body } = spec;
  const headers = { ...(body && { 'Content-Type': 'application/json' }), ...spec.headers };
  const sentAt = performance.now();
  const outcome = await rawRequest(origin, { agent, method, path, headers, body: body && JSON.stringify(body) }).then(
    (response) => ({ ...response, isRefused: false }),
    ({ code }: NodeJS.ErrnoException) => {
      return { status: 0, headers: {}, text: '', body: {}, isRefused: code === 'ECONNREFUSED' };
    },
  );
  const receivedAt = performance.now();
  return { ...outcome, name, durationMs: receivedAt - sentAt, receivedAt };
}

/** Clients that repeat the same requests. */
export interface RequestLoop {
  /** Sends no further requests and waits for pending ones. */
  stop(): Promise<void>;
}

interface RequestLoopOptions {
  /** Number of clients. Each sends one request after the other. */
  readonly concurrency: number;
  /** Pause of each client between requests, in milliseconds. After a failure it is at least 50. Default: none. */
  readonly delayMs?: number;
  /** Milliseconds over which the clients start. Default: all at once. */
  readonly rampUpMs?: number;
  /** Called for every response and every broken connection. */
  readonly onResponse: (response: TimedResponse) => void;
}

const RETRY_DELAY_MS = 50;

/** Sends requests until `stop`. Each client starts with another request. */
export function startRequestLoop(
  origin: string,
  requests: readonly RequestSpec[],
  { concurrency, delayMs = 0, rampUpMs = 0, onResponse }: RequestLoopOptions,
): RequestLoop {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const state = { isStopping: false };
  const client = async (_item: unknown, clientIndex: number) => {
    await setTimeout((rampUpMs * clientIndex) / concurrency);
    for (let requestIndex = clientIndex; !state.isStopping; requestIndex += 1) {
      const request = requests[requestIndex % requests.length];
      if (!request) return;
      const response = await sendTimed(origin, agent, request);
      onResponse(response);
      const delay = isSuccess(response) ? delayMs : Math.max(delayMs, RETRY_DELAY_MS);
      if (delay > 0) await setTimeout(delay);
    }
  };
  const clients = Promise.all(Array.from({ length: concurrency }, client));
  const stop = async () => {
    state.isStopping = true;
    await clients.finally(() => agent.destroy());
  };
  return { stop };
}

/** Lists of records of the write loop, each without credentials and as administrator (never from the cache). */
export const LIST_READS: readonly RequestSpec[] = [
  'events?start_date=2030-05-01&end_date=2030-05-02&per_page=5',
  'events?search=event&start_date=2030-05-03&end_date=2030-05-05&per_page=3',
  'tags?per_page=10',
  'venues?city=Town%207&per_page=5',
].flatMap((query) => {
  const path = `/calendar/events/v1/${query}`;
  return [{ path }, { path, headers: ADMIN_HEADERS }];
});
