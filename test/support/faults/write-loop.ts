import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { query } from '../database/database-session.js';
import { findInconsistencies } from '../database/find-inconsistencies.js';
import { ADMIN_HEADERS } from '../requests/raw-request.js';
import { printFigures } from '../run/run-mode.js';
import { sendTimed, type TimedResponse } from './request-loop.js';

/** Outcome of the writes, by unique title. */
interface WriteLedger {
  /** Ids in the responses. */
  readonly acknowledged: ReadonlyMap<string, number>;
  /** Titles with an unknown outcome: no response, or 503. */
  readonly unknown: ReadonlySet<string>;
}

interface WriteLoopOptions {
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
export function startWriteLoop(
  origins: string | readonly string[],
  { concurrency = 64, isKeyed = false, rampUpMs = 0, onResponse }: WriteLoopOptions = {},
): WriteLoop {
  const services = [origins].flat();
  const ledger = { acknowledged: new Map<string, number>(), unknown: new Set<string>() };
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const state = { isStopping: false };
  const runClient = async (_item: unknown, firstServiceIndex: number): Promise<void> => {
    await setTimeout((rampUpMs * firstServiceIndex) / concurrency);
    let serviceIndex = firstServiceIndex;
    while (!state.isStopping) {
      const title = `Event ${randomUUID()}`;
      const headers = { ...ADMIN_HEADERS, ...(isKeyed && { 'Idempotency-Key': randomUUID() }) };
      const body = newEvent(title);
      const attempt = async () => {
        const origin = services[serviceIndex % services.length] ?? '';
        const request = { name: 'create', method: 'POST', path: '/calendar/events/v1/events', headers, body };
        const response = await sendTimed(origin, agent, request);
        onResponse?.(response);
        if (response.status === 0 || response.headers.connection === 'close') serviceIndex += 1;
        return response;
      };
      const shouldRetry = ({ status, isRefused }: TimedResponse) =>
        (isKeyed || isRefused) && !(state.isStopping && status === 0);
      const result = await retryUntilKnown(attempt, shouldRetry);
      if (typeof result === 'number') ledger.acknowledged.set(title, result);
      if (result === 'unknown') ledger.unknown.add(title);
    }
  };
  const running = Promise.all(Array.from({ length: concurrency }, runClient));
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

/** Returns the id of the created event, or what is known after the last attempt. */
async function retryUntilKnown(
  attempt: () => Promise<TimedResponse>,
  shouldRetry: (response: TimedResponse) => boolean,
): Promise<number | 'unsent' | 'unknown'> {
  let outcome: 'unsent' | 'unknown' = 'unsent';
  for (;;) {
    const response = await attempt();
    const { status, body, isRefused } = response;
    if (status === 201) return Number(body['id']);
    if (status !== 0 && status !== 503 && body['code'] !== 'request_in_progress')
      throw new Error(`Unexpected response to a create: ${status}: ${JSON.stringify(body)}`);
    if (!isRefused) outcome = 'unknown';
    // Decided before the pause: a client that is stopped during the pause retries once more, to learn the outcome.
    const isRetried = shouldRetry(response);
    await setTimeout(isRefused ? REFUSED_DELAY_MS : RETRY_DELAY_MS);
    if (!isRetried) return outcome;
  }
}

let createdEvents = 0;

/**
 * Built once per title, because a key belongs to one body. The events are spread over days and towns, so that a read of one day
 * or town finds few of them.
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

/** Numbers of titles: `lost` are acknowledged, but not stored under the acknowledged id. */
async function reconcile(databaseUrl: string, { acknowledged, unknown }: WriteLedger) {
  const statement = 'select title, event_id as event from event_translations';
  const rows = await query<{ title: string; event: string }>(databaseUrl, statement);
  const stored = Map.groupBy(rows, ({ title }) => title);
  const isStored = ([title, id]: [string, number]) =>
    stored.get(title)?.some(({ event }) => Number(event) === id) === true;
  return {
    acknowledged: acknowledged.size,
    unknown: unknown.size,
    lost: [...acknowledged].filter((entry) => !isStored(entry)).length,
    duplicated: [...acknowledged.keys(), ...unknown].filter((title) => (stored.get(title)?.length ?? 0) > 1).length,
    unknownStored: [...unknown].filter((title) => stored.has(title)).length,
  };
}

/**
 * Compares the writes with the database and prints the figures. Expects each acknowledged write to be stored once, and every record to
 * be complete.
 */
export async function expectAllStored(
  title: string,
  databaseUrl: string,
  ledger: WriteLedger,
  figures: Readonly<Record<string, number | string>> = {},
) {
  const [reconciliation, inconsistencies] = [
    await reconcile(databaseUrl, ledger),
    await findInconsistencies(databaseUrl),
  ];
  printFigures(title, { ...reconciliation, half: inconsistencies.length, ...figures });
  expect({ ...reconciliation, inconsistencies }).toMatchObject({ lost: 0, duplicated: 0, inconsistencies: [] });
  return reconciliation;
}
