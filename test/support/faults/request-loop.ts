import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { ADMIN_HEADERS } from '../requests/raw-request.js';
import { isSuccess } from './response-log.js';
import { sendTimed, type RequestSpec, type TimedResponse } from './timed-request.js';

/** Clients that repeat the same requests. */
export interface RequestLoop {
  /** Sends no further requests and waits for pending ones. */
  stop(): Promise<void>;
}

export interface RequestLoopOptions {
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
  return {
    stop: async () => {
      state.isStopping = true;
      await clients.finally(() => agent.destroy());
    },
  };
}

/** Lists with events of the write loop, every other time as administrator, whose responses are not cached. */
export const LIST_READS: readonly RequestSpec[] = [
  'events?start_date=2030-05-01&end_date=2030-05-02&per_page=5',
  'events?search=event&start_date=2030-05-03&end_date=2030-05-05&per_page=3',
  'tags?per_page=10',
  'venues?city=Town%207&per_page=5',
].flatMap((query) => {
  const path = `/calendar/events/v1/${query}`;
  return [{ path }, { path, headers: ADMIN_HEADERS }];
});
