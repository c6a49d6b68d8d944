import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { WriteLedger } from './write-ledger.js';
import { sendCreate, type WriteSample } from './send-create.js';

export type { ResponseSample, WriteSample } from './send-create.js';

export interface WriteLoopOptions {
  /** How many write at once; 64 where nothing is said. */
  readonly concurrency?: number;
  /** Whether each write has an `Idempotency-Key`, under which it is sent again until it is answered for good. */
  readonly isKeyed?: boolean;
  /** Over how many milliseconds they begin, one after the other; default: all at the same moment. */
  readonly rampUpMs?: number;
  /** Hears of every answer, and of every connection that broke. */
  readonly onResponse?: (taken: WriteSample) => void;
}

/** Clients who create events, one after the other each. */
export interface WriteLoop {
  /** What is known by now. */
  readonly ledger: WriteLedger;
  /** Waits until so many creates are acknowledged; rejects where the clients have ended before. */
  waitForAcknowledged(acknowledged: number): Promise<void>;
  /** Sends nothing new, and waits for what is under way. */
  stop(): Promise<WriteLedger>;
}

/** How long a client waits until it tries again, in milliseconds. */
const RETRY_DELAY_MS = 50;

/** How long it does so where nobody listens: who starts shall not have to share the machine with vain attempts. */
const REFUSED_DELAY_MS = 200;

/**
 * Has clients create events with a venue each, and two tags that others have too, until they are told to stop.
 * An answer that is neither a create nor the fault's (503, 409 `request_in_progress`) makes `stop` reject.
 * @param origins of one service, or of several: whoever is cut off by one, or told that the connection ends, goes to the next
 */
export function startWriteLoop(origins: string | readonly string[], options: WriteLoopOptions = {}): WriteLoop {
  const ways = options.concurrency ?? 64;
  const ledger = { acknowledged: new Map<string, number>(), unknown: new Set<string>() };
  const agent = new Agent({ keepAlive: true, maxSockets: ways });
  const state = { stopping: false };
  const clients = { services: [origins].flat(), agent, ledger, state, ...options, concurrency: ways };
  const working = Promise.all(Array.from({ length: ways }, (_each, first) => runClient(clients, first)));
  working.catch(() => (state.stopping = true));
  const reach = async (acknowledged: number) => {
    while (ledger.acknowledged.size < acknowledged) {
      if (state.stopping) throw new Error('The clients have ended', { cause: await working.catch((error) => error) });
      await setTimeout(10);
    }
  };
  const stop = async () => {
    state.stopping = true;
    await working.finally(() => agent.destroy());
    return ledger;
  };
  return { ledger, waitForAcknowledged: reach, stop };
}

/** What clients have in common. */
interface WriteLoopState extends WriteLoopOptions {
  readonly services: readonly string[];
  readonly agent: Agent;
  readonly ledger: { readonly acknowledged: Map<string, number>; readonly unknown: Set<string> };
  readonly state: { readonly stopping: boolean };
}

/** What one client does, who begins with the service of that number. */
async function runClient(clients: WriteLoopState, first: number): Promise<void> {
  const { services, agent, ledger, state, isKeyed, concurrency = 1, rampUpMs = 0, onResponse } = clients;
  await setTimeout((rampUpMs * first) / concurrency);
  let at = first;
  while (!state.stopping) {
    const [title, key] = [`Event ${randomUUID()}`, isKeyed ? randomUUID() : undefined];
    const json = eventJson(title);
    const attempt = async () => {
      const taken = await sendCreate(services[at % services.length] ?? '', agent, json, key);
      onResponse?.(taken);
      if (taken.closesConnection) at += 1;
      return taken;
    };
    const shouldRetry = ({ status, isRefused }: WriteSample) =>
      (key !== undefined || isRefused) && !(state.stopping && status === 0);
    const outcome = await retryUntilKnown(attempt, shouldRetry);
    if (typeof outcome === 'number') ledger.acknowledged.set(title, outcome);
    if (outcome === 'unknown') ledger.unknown.add(title);
  }
}

/** Gives the id that a create was answered with; else what is known where it goes on no more. */
async function retryUntilKnown(
  attempt: () => Promise<WriteSample>,
  shouldRetry: (taken: WriteSample) => boolean,
): Promise<number | 'unsent' | 'unknown'> {
  let known: 'unsent' | 'unknown' = 'unsent';
  for (;;) {
    const taken = await attempt();
    if (taken.status === 201) return Number(taken.body['id']);
    assertExpectedFailure(taken);
    if (!taken.isRefused) known = 'unknown';
    // Asked before the wait: who is told to stop meanwhile tries once more, so that a key is left only where nobody answers.
    const again = shouldRetry(taken);
    await setTimeout(taken.isRefused ? REFUSED_DELAY_MS : RETRY_DELAY_MS);
    if (!again) return known;
  }
}

function assertExpectedFailure({ status, body }: WriteSample): void {
  if (status === 0 || status === 503 || body['code'] === 'request_in_progress') return;
  throw new Error(`A create was answered ${status}: ${JSON.stringify(body)}`);
}

let createdEvents = 0;

/**
 * Made once for each title: under one key nothing else may be sent. The events are on many days and in many towns, so that reading
 * those of one costs the same however many there are.
 */
function eventJson(title: string): string {
  const number = (createdEvents += 1);
  const day = new Date(Date.UTC(2030, 4, 1 + (number % 1000))).toISOString().slice(0, 10);
  return JSON.stringify({
    title,
    start_date: `${day} 19:00:00`,
    end_date: `${day} 21:00:00`,
    venue: { venue: `Place of ${title}`, city: `Town ${number % 1000}` },
    tags: [`Tag ${number % 10}`, 'Everywhere'],
  });
}
