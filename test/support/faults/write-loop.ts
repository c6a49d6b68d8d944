import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { WriteLedger } from './write-ledger.js';
import { ADMIN_HEADERS } from '../requests/raw-request.js';
import { sendTimed, type TimedResponse } from './timed-request.js';

export interface WriteLoopOptions {
  /** Number of clients. Default: 64. */
  readonly concurrency?: number;
  /** Whether each write has an `Idempotency-Key` and is repeated until its outcome is known. */
  readonly isKeyed?: boolean;
  /** Milliseconds over which the clients start. Default: all at once. */
  readonly rampUpMs?: number;
  /** Called for every response and every broken connection. */
  readonly onResponse?: (response: TimedResponse) => void;
}

/** Clients that create events, each one after the other. */
export interface WriteLoop {
  /** State so far. */
  readonly ledger: WriteLedger;
  /** Waits for a number of acknowledged creates. Rejects if the clients stop before. */
  waitForAcknowledged(acknowledged: number): Promise<void>;
  /** Sends no further creates and waits for pending ones. */
  stop(): Promise<WriteLedger>;
}

/** Pause before a retry, in milliseconds. */
const RETRY_DELAY_MS = 50;

/** Pause after a refused connection: longer, so that a starting service does not compete with retries. */
const REFUSED_DELAY_MS = 200;

/**
 * Creates events until `stop`, each with a new venue and two shared tags. `stop` rejects after any response other than 201, 503 and
 * 409 `request_in_progress`.
 * @param origins one service or several; a client whose connection closes continues with the next
 */
export function startWriteLoop(origins: string | readonly string[], options: WriteLoopOptions = {}): WriteLoop {
  const concurrency = options.concurrency ?? 64;
  const ledger = { acknowledged: new Map<string, number>(), unknown: new Set<string>() };
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const state = { isStopping: false };
  const loop = { services: [origins].flat(), agent, ledger, state, ...options, concurrency };
  const running = Promise.all(
    Array.from({ length: concurrency }, (_item, serviceIndex) => runClient(loop, serviceIndex)),
  );
  running.catch(() => (state.isStopping = true));
  const waitForAcknowledged = async (acknowledged: number) => {
    while (ledger.acknowledged.size < acknowledged) {
      if (state.isStopping)
        throw new Error('The clients have stopped', { cause: await running.catch((error) => error) });
      await setTimeout(10);
    }
  };
  const stop = async () => {
    state.isStopping = true;
    await running.finally(() => agent.destroy());
    return ledger;
  };
  return { ledger, waitForAcknowledged, stop };
}

interface WriteLoopState extends WriteLoopOptions {
  readonly services: readonly string[];
  readonly agent: Agent;
  readonly ledger: { readonly acknowledged: Map<string, number>; readonly unknown: Set<string> };
  readonly state: { readonly isStopping: boolean };
}

/** One client. It starts with the service of index `first`. */
async function runClient(loop: WriteLoopState, firstServiceIndex: number): Promise<void> {
  const { services, agent, ledger, state, isKeyed, concurrency = 1, rampUpMs = 0, onResponse } = loop;
  await setTimeout((rampUpMs * firstServiceIndex) / concurrency);
  let serviceIndex = firstServiceIndex;
  while (!state.isStopping) {
    const [title, key] = [`Event ${randomUUID()}`, isKeyed ? randomUUID() : undefined];
    const headers = { ...ADMIN_HEADERS, ...(key && { 'Idempotency-Key': key }) };
    const request = {
      name: 'create',
      method: 'POST',
      path: '/calendar/events/v1/events',
      headers,
      body: newEvent(title),
    };
    const attempt = async () => {
      const response = await sendTimed(services[serviceIndex % services.length] ?? '', agent, request);
      onResponse?.(response);
      if (response.status === 0 || response.headers.connection === 'close') serviceIndex += 1;
      return response;
    };
    const shouldRetry = ({ status, isRefused }: TimedResponse) =>
      (key !== undefined || isRefused) && !(state.isStopping && status === 0);
    const result = await retryUntilKnown(attempt, shouldRetry);
    if (typeof result === 'number') ledger.acknowledged.set(title, result);
    if (result === 'unknown') ledger.unknown.add(title);
  }
}

/** Returns the id of the created event, or what is known when the client stops. */
async function retryUntilKnown(
  attempt: () => Promise<TimedResponse>,
  shouldRetry: (response: TimedResponse) => boolean,
): Promise<number | 'unsent' | 'unknown'> {
  let outcome: 'unsent' | 'unknown' = 'unsent';
  for (;;) {
    const response = await attempt();
    if (response.status === 201) return Number(response.body['id']);
    assertExpectedFailure(response);
    if (!response.isRefused) outcome = 'unknown';
    // Decided before the pause: a client that is stopped during it retries once more, so that keys stay open only without a service.
    const isRetried = shouldRetry(response);
    await setTimeout(response.isRefused ? REFUSED_DELAY_MS : RETRY_DELAY_MS);
    if (!isRetried) return outcome;
  }
}

function assertExpectedFailure({ status, body }: TimedResponse): void {
  if (status === 0 || status === 503 || body['code'] === 'request_in_progress') return;
  throw new Error(`Unexpected response to a create: ${status}: ${JSON.stringify(body)}`);
}

let createdEvents = 0;

/**
 * Built once per title, because a key belongs to one body. The events are spread over days and towns, so that the cost of a read does
 * not grow with their number.
 */
function newEvent(title: string): object {
  const eventNumber = (createdEvents += 1);
  const day = new Date(Date.UTC(2030, 4, 1 + (eventNumber % 1000))).toISOString().slice(0, 10);
  return {
    title,
    start_date: `${day} 19:00:00`,
    end_date: `${day} 21:00:00`,
    venue: { venue: `Place of ${title}`, city: `Town ${eventNumber % 1000}` },
    tags: [`Tag ${eventNumber % 10}`, 'Everywhere'],
  };
}
