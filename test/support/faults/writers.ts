import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Ledger } from './ledger.js';
import { sendCreate, type TakenByWriter } from './send-create.js';

export type { Taken, TakenByWriter } from './send-create.js';

export interface WritersOptions {
  /** How many write at once; 64 where nothing is said. */
  readonly ways?: number;
  /** Whether each write has an `Idempotency-Key`, under which it is sent again until it is answered for good. */
  readonly keyed?: boolean;
  /** Over how many milliseconds they begin, one after the other; default: all at the same moment. */
  readonly spread?: number;
  /** Hears of every answer, and of every connection that broke. */
  readonly onAnswer?: (taken: TakenByWriter) => void;
}

/** Clients who create events, one after the other each. */
export interface Writers {
  /** What is known by now. */
  readonly ledger: Ledger;
  /** Waits until so many creates are acknowledged; rejects where the clients have ended before. */
  reach(acknowledged: number): Promise<void>;
  /** Sends nothing new, and waits for what is under way. */
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
export function startWriters(origins: string | readonly string[], options: WritersOptions = {}): Writers {
  const ways = options.ways ?? 64;
  const ledger = { acknowledged: new Map<string, number>(), unknown: new Set<string>() };
  const agent = new Agent({ keepAlive: true, maxSockets: ways });
  const state = { stopping: false };
  const clients = { services: [origins].flat(), agent, ledger, state, ...options, ways };
  const working = Promise.all(Array.from({ length: ways }, (_each, first) => work(clients, first)));
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
  return { ledger, reach, stop };
}

/** What clients have in common. */
interface Clients extends WritersOptions {
  readonly services: readonly string[];
  readonly agent: Agent;
  readonly ledger: { readonly acknowledged: Map<string, number>; readonly unknown: Set<string> };
  readonly state: { readonly stopping: boolean };
}

/** What one client does, who begins with the service of that number. */
async function work(clients: Clients, first: number): Promise<void> {
  const { services, agent, ledger, state, keyed, ways = 1, spread = 0, onAnswer } = clients;
  await setTimeout((spread * first) / ways);
  let at = first;
  while (!state.stopping) {
    const [title, key] = [`Event ${randomUUID()}`, keyed ? randomUUID() : undefined];
    const json = eventOf(title);
    const attempt = async () => {
      const taken = await sendCreate(services[at % services.length] ?? '', agent, json, key);
      onAnswer?.(taken);
      if (taken.closes) at += 1;
      return taken;
    };
    const goesOn = ({ status, refused }: TakenByWriter) =>
      (key !== undefined || refused) && !(state.stopping && status === 0);
    const outcome = await tryUntilKnown(attempt, goesOn);
    if (typeof outcome === 'number') ledger.acknowledged.set(title, outcome);
    if (outcome === 'unknown') ledger.unknown.add(title);
  }
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
    // Asked before the wait: who is told to stop meanwhile tries once more, so that a key is left only where nobody answers.
    const again = goesOn(taken);
    await setTimeout(taken.refused ? WHILE_REFUSED : BETWEEN_ATTEMPTS);
    if (!again) return known;
  }
}

function refuseUnlessFault({ status, body }: TakenByWriter): void {
  if (status === 0 || status === 503 || body['code'] === 'request_in_progress') return;
  throw new Error(`A create was answered ${status}: ${JSON.stringify(body)}`);
}

let made = 0;

/**
 * Made once for each title: under one key nothing else may be sent. The events are on many days and in many towns, so that reading
 * those of one costs the same however many there are.
 */
function eventOf(title: string): string {
  const number = (made += 1);
  const day = new Date(Date.UTC(2030, 4, 1 + (number % 1000))).toISOString().slice(0, 10);
  return JSON.stringify({
    title,
    start_date: `${day} 19:00:00`,
    end_date: `${day} 21:00:00`,
    venue: { venue: `Place of ${title}`, city: `Town ${number % 1000}` },
    tags: [`Tag ${number % 10}`, 'Everywhere'],
  });
}
