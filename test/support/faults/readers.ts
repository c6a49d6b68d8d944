import { setTimeout } from 'node:timers/promises';
import { AS_ADMINISTRATOR, rawRequest } from '../raw-request.js';
import type { Taken } from './writers.js';

export interface ReadersOptions {
  /** How many read at once; 16 where nothing is said. */
  readonly ways?: number;
  /** Hears of every answer, and of every connection that broke. */
  readonly onAnswer?: (taken: Taken) => void;
}

/** Clients who read, one list or record after the other each. */
export interface Readers {
  /** Sends nothing more, and waits for what is under way. */
  stop(): Promise<void>;
}

/** How long a client waits until it tries again where it was not served, in milliseconds. */
const BETWEEN_ATTEMPTS = 50;

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
export function startReaders(origin: string, { ways = 16, onAnswer }: ReadersOptions = {}): Readers {
  const state = { stopping: false, asked: 0 };
  const client = async (): Promise<void> => {
    while (!state.stopping) {
      const number = (state.asked += 1);
      const taken = await read(origin, PATHS[(number >> 1) % PATHS.length] ?? '', number % 2 ? AS_ADMINISTRATOR : {});
      onAnswer?.(taken);
      if (![0, 200, 503].includes(taken.status)) throw new Error(`A read was answered ${JSON.stringify(taken)}`);
      if (taken.status !== 200) await setTimeout(BETWEEN_ATTEMPTS);
    }
  };
  const working = Promise.all(Array.from({ length: ways }, client));
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
): Promise<Taken> {
  const begin = performance.now();
  const asked = rawRequest(origin, { method: 'GET', path, headers });
  const { status, body, headers: given } = await asked.catch(() => ({ status: 0, body: {}, headers: {} }) as const);
  const at = performance.now();
  return { status, retryAfter: 'retry-after' in given ? given['retry-after'] : undefined, body, took: at - begin, at };
}
