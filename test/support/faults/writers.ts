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

/** An answer to a write, or what else became of it. */
export interface TakenByWriter extends Taken {
  /** Whether whoever answered, or did not, is to be sent nothing more over this connection. */
  readonly closes: boolean;
  /** Whether nobody listened: nothing was sent then. */
  readonly refused: boolean;
}

export interface WritersOptions {
  /** How many write at once; 64 where nothing is said. */
  readonly ways?: number;
  /** Whether each write has an `Idempotency-Key`, under which it is sent again until it is answered for good. */
  readonly keyed?: boolean;
  /** Hears of every answer, and of every connection that broke. */
  readonly onAnswer?: (taken: TakenByWriter) => void;
}

/** Clients who create events, one after the other each. */
export interface Writers {
  /** What is known by now. */
  readonly ledger: Ledger;
  /** Sends nothing more, and waits for what is under way. */
  stop(): Promise<Ledger>;
}

/** How long a client waits until it tries again, in milliseconds. */
const BETWEEN_ATTEMPTS = 50;

/** How long it does so where nobody listens: who starts shall not have to share the machine with vain attempts. */
const WHILE_REFUSED = 200;

/**
 * Has clients create events with a venue each, and two tags that others have too, until they are told to stop.
 * An answer that is neither a create nor the fault's (503, 409 `request_in_progress`) makes `stop` reject.
 * @param origins of one service, or of several: whoever is cut off by one, or told that the connection ends, goes to the next
 */
export function startWriters(
  origins: string | readonly string[],
  { ways = 64, keyed = false, onAnswer }: WritersOptions = {},
): Writers {
  const services = [origins].flat();
  const ledger = { acknowledged: new Map<string, number>(), unknown: new Set<string>() };
  const agent = new Agent({ keepAlive: true, maxSockets: ways });
  const state = { stopping: false };
  const client = async (first: number) => {
    let at = first;
    while (!state.stopping) {
      const [title, key] = [`Event ${randomUUID()}`, keyed ? randomUUID() : undefined];
      const attempt = async () => {
        const taken = await send(services[at % services.length] ?? '', agent, title, key);
        onAnswer?.(taken);
        if (taken.closes) at += 1;
        return taken;
      };
      const goesOn = ({ status, refused }: TakenByWriter) => (keyed || refused) && !(state.stopping && status === 0);
      const outcome = await tryUntilKnown(attempt, goesOn);
      if (typeof outcome === 'number') ledger.acknowledged.set(title, outcome);
      if (outcome === 'unknown') ledger.unknown.add(title);
    }
  };
  const working = Promise.all(Array.from({ length: ways }, (_each, first) => client(first)));
  working.catch(() => (state.stopping = true));
  const stop = async () => {
    state.stopping = true;
    await working.finally(() => agent.destroy());
    return ledger;
  };
  return { ledger, stop };
}

/** Gives the id that a create was answered with; else what is known where it goes on no more. */
async function tryUntilKnown(
  attempt: () => Promise<TakenByWriter>,
  goesOn: (taken: TakenByWriter) => boolean,
): Promise<number | 'unsent' | 'unknown'> {
  let known: 'unsent' | 'unknown' = 'unsent';
  for (;;) {
    const taken = await attempt();
    if (taken.status === 201) return Number(taken.body['id']);
    refuseUnlessFault(taken);
    if (!taken.refused) known = 'unknown';
    await setTimeout(taken.refused ? WHILE_REFUSED : BETWEEN_ATTEMPTS);
    if (!goesOn(taken)) return known;
  }
}

function refuseUnlessFault({ status, body }: Taken): void {
  if (status === 0 || status === 503 || body['code'] === 'request_in_progress') return;
  throw new Error(`A create was answered ${status}: ${JSON.stringify(body)}`);
}

let sent = 0;

function send(origin: string, agent: Agent, title: string, key: string | undefined): Promise<TakenByWriter> {
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
    const end = (given: Partial<TakenByWriter>) => {
      const at = performance.now();
      const silence = { status: 0, retryAfter: undefined, body: {}, closes: true, refused: false };
      resolve({ ...silence, ...given, took: at - begin, at });
    };
    const asked = request(`${origin}/calendar/events/v1/events`, { agent, method: 'POST', headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part)).on('error', () => end({}));
      answer.on('end', () => {
        const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
        const { statusCode: status = 0, headers: received } = answer;
        end({ status, retryAfter: received['retry-after'], body, closes: received.connection === 'close' });
      });
    });
    asked.on('error', (error: NodeJS.ErrnoException) => end({ refused: error.code === 'ECONNREFUSED' })).end(json);
  });
}
