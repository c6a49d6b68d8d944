import { setTimeout } from 'node:timers/promises';
import { ADMIN_HEADERS, rawRequest } from '../raw-request.js';
import type { ResponseSample } from './write-loop.js';

export interface ReadLoopOptions {
  /** How many read at once; 16 where nothing is said. */
  readonly concurrency?: number;
  /** Hears of every answer, and of every connection that broke. */
  readonly onResponse?: (taken: ResponseSample) => void;
}

/** Clients who read, one list or record after the other each. */
export interface ReadLoop {
  /** Sends nothing more, and waits for what is under way. */
  stop(): Promise<void>;
}

/** How long a client waits until it tries again where it was not served, in milliseconds. */
const RETRY_DELAY_MS = 50;

const ROOT = '/calendar/events/v1';
const PATHS = [
  `${ROOT}/events?start_date=2030-05-01&end_date=2030-05-02&per_page=5`,
  `${ROOT}/events?search=event&start_date=2030-05-03&end_date=2030-05-05&per_page=3`,
  `${ROOT}/tags?per_page=10`,
  `${ROOT}/venues?city=Town%207&per_page=5`,
];

/**
 * Has clients read lists until they are told to stop, every other time as an administrator, to whom nothing that is kept is served.
 * An answer that is neither a success nor 503 makes `stop` reject.
 */
export function startReadLoop(origin: string, { concurrency = 16, onResponse }: ReadLoopOptions = {}): ReadLoop {
  const state = { stopping: false, asked: 0 };
  const client = async (): Promise<void> => {
    while (!state.stopping) {
      const number = (state.asked += 1);
      const taken = await read(origin, PATHS[(number >> 1) % PATHS.length] ?? '', number % 2 ? ADMIN_HEADERS : {});
      onResponse?.(taken);
      if (![0, 200, 503].includes(taken.status)) throw new Error(`A read was answered ${JSON.stringify(taken)}`);
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

/** Reads once. */
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
