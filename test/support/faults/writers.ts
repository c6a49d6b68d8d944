import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { AS_ADMINISTRATOR } from '../raw-request.js';
import type { Ledger } from './ledger.js';

/** An answer, and how long it took, in milliseconds; 0 is the status of a connection that broke. */
export interface Taken {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  readonly took: number;
  /** When the answer came, by `performance.now()`. */
  readonly at: number;
}

export interface WritersOptions {
  /** How many write at once; 64 where nothing is said. */
  readonly ways?: number;
  /** Whether each write has an `Idempotency-Key`, under which it is sent again until it is answered for good. */
  readonly keyed?: boolean;
  /** Hears of every answer, and of every connection that broke. */
  readonly onAnswer?: (taken: Taken) => void;
}

/** Clients who create events, one after the other each. */
export interface Writers {
  /** What is known by now. */
  readonly ledger: Ledger;
  /** Sends nothing more, and waits for what is under way. */
  stop(): Promise<Ledger>;
}

/** How long a client waits until it tries again where nobody listens, in milliseconds. */
const BETWEEN_ATTEMPTS = 50;

/**
 * Has clients create events with a venue each, and two tags that others have too, until they are told to stop.
 * An answer that is neither a create nor the fault's (503, 409 `request_in_progress`) makes `stop` reject.
 */
export function startWriters(origin: string, { ways = 64, keyed = false, onAnswer }: WritersOptions = {}): Writers {
  const ledger = { acknowledged: new Map<string, number>(), unknown: new Set<string>() };
  const agent = new Agent({ keepAlive: true, maxSockets: ways });
  const state = { stopping: false };
  const create = async (title: string): Promise<void> => {
    const id = await answeredWith(title);
    if (id !== undefined) ledger.acknowledged.set(title, id);
    else ledger.unknown.add(title);
  };
  /** The id of what was created, and undefined where nobody knows. */
  const answeredWith = async (title: string): Promise<number | undefined> => {
    const key = keyed ? randomUUID() : undefined;
    for (;;) {
      const taken = await send(origin, agent, title, key);
      onAnswer?.(taken);
      if (taken.status === 201) return Number(taken.body['id']);
      refuseUnlessFault(taken);
      await setTimeout(BETWEEN_ATTEMPTS);
      if (!key || (state.stopping && taken.status === 0)) return undefined;
    }
  };
  const client = async (): Promise<void> => {
    while (!state.stopping) await create(`Event ${randomUUID()}`);
  };
  const working = Promise.all(Array.from({ length: ways }, client));
  working.catch(() => (state.stopping = true));
  const stop = async () => {
    state.stopping = true;
    await working.finally(() => agent.destroy());
    return ledger;
  };
  return { ledger, stop };
}

function refuseUnlessFault({ status, body }: Taken): void {
  if (status === 0 || status === 503 || body['code'] === 'request_in_progress') return;
  throw new Error(`A create was answered ${status}: ${JSON.stringify(body)}`);
}

let sent = 0;

function send(origin: string, agent: Agent, title: string, key: string | undefined): Promise<Taken> {
  const json = JSON.stringify({
    title,
    start_date: '2030-05-01 19:00:00',
    end_date: '2030-05-01 21:00:00',
    venue: { venue: `Place of ${title}`, city: 'Girona' },
    tags: [`Tag ${(sent += 1) % 10}`, 'Everywhere'],
  });
  const headers = {
    ...AS_ADMINISTRATOR,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(json),
    ...(key && { 'Idempotency-Key': key }),
  };
  const begin = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, retryAfter?: string, body: Readonly<Record<string, unknown>> = {}) => {
      const at = performance.now();
      resolve({ status, retryAfter, body, took: at - begin, at });
    };
    const asked = request(`${origin}/calendar/events/v1/events`, { agent, method: 'POST', headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part)).on('error', () => end(0));
      answer.on('end', () => {
        const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
        end(answer.statusCode ?? 0, answer.headers['retry-after'], body);
      });
    });
    asked.on('error', () => end(0)).end(json);
  });
}
