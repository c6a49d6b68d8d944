import { setTimeout } from 'node:timers/promises';
import { ADMIN_HEADERS, rawRequest } from '../requests/raw-request.js';
import type { ResponseSample } from './write-loop.js';

export interface ReadLoopOptions {
  /** Number of clients. Default: 16. */
  readonly concurrency?: number;
  /** Called for every response and every broken connection. */
  readonly onResponse?: (taken: ResponseSample) => void;
}

/** Clients that read, each one list after the other. */
export interface ReadLoop {
  /** Sends no further reads and waits for pending ones. */
  stop(): Promise<void>;
}

/** Pause after a failed read, in milliseconds. */
const RETRY_DELAY_MS = 50;

const ROOT = '/calendar/events/v1';
const PATHS = [
  `${ROOT}/events?start_date=2030-05-01&end_date=2030-05-02&per_page=5`,
  `${ROOT}/events?search=event&start_date=2030-05-03&end_date=2030-05-05&per_page=3`,
  `${ROOT}/tags?per_page=10`,
  `${ROOT}/venues?city=Town%207&per_page=5`,
];

/**
 * Reads lists until `stop`, every other time as administrator, whose responses are not cached. `stop` rejects after any response other
 * than 200 and 503.
 */
export function startReadLoop(origin: string, { concurrency = 16, onResponse }: ReadLoopOptions = {}): ReadLoop {
  const state = { stopping: false, asked: 0 };
  const client = async (): Promise<void> => {
    while (!state.stopping) {
      const number = (state.asked += 1);
      const taken = await read(origin, PATHS[(number >> 1) % PATHS.length] ?? '', number % 2 ? ADMIN_HEADERS : {});
      onResponse?.(taken);
      if (![0, 200, 503].includes(taken.status))
        throw new Error(`Unexpected response to a read: ${JSON.stringify(taken)}`);
      if (taken.status !== 200) await setTimeout(RETRY_DELAY_MS);
    }
  };
  const working = Promise.all(Array.from({ length: concurrency }, client));
  working.catch(() => (state.stopping = true));
  const stop = async () => {
    state.stopping = true;
    await working;
  };
  return { stop };
}

export async function read(
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ResponseSample> {
  const begin = performance.now();
  const pending = rawRequest(origin, { method: 'GET', path, headers });
  const {
    status,
    body,
    headers: responseHeaders,
  } = await pending.catch(() => ({ status: 0, body: {}, headers: {} }) as const);
  const at = performance.now();
  return {
    status,
    retryAfter: 'retry-after' in responseHeaders ? responseHeaders['retry-after'] : undefined,
    body,
    durationMs: at - begin,
    receivedAt: at,
  };
}
