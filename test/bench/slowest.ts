import type { BenchDatabase } from './database.js';
import { endingAll } from './interruption.js';
import { nastyLists, randomList, type Parameters } from './nasty-lists.js';
import type { BenchOptions } from './options.js';
import { startService, TOKEN, type Server } from './processes.js';
import { NAMESPACE } from './requests.js';
import { anyOf, readValues, type Values } from './values.js';

/** A request and its measured time. */
export interface Tried {
  readonly path: string;
  readonly milliseconds: number;
  readonly status: number;
}

/** A request that serves as the base of variations. */
interface Candidate extends Tried {
  readonly list: Parameters;
}

const MINUTES = 5;
/** Number of reported requests. */
const NAMED = 10;
/** Number of requests that are measured again, to rule out outliers. */
const CONFIRMED = 16;
/** Number of repetitions. The fastest counts. */
const AGAIN = 2;

/**
 * Searches for the slowest list request: first lists that are expected to be slow, then random combinations, half of
 * them variations of the slowest so far. Requests are sent one at a time, to a service without a response cache.
 * @returns the ten slowest requests, the slowest first
 */
export function findSlowest(database: BenchDatabase, options: BenchOptions, signal: AbortSignal): Promise<Tried[]> {
  return endingAll(async (started) => {
    const service = started(await startService({ database, nodeFlags: options.nodeFlags }));
    const values = await readValues(database.session);
    const until = performance.now() + (options.minutes ?? MINUTES) * 60_000;
    let slowest: Candidate[] = [];
    const attempt = async (list: Parameters) => {
      signal.throwIfAborted();
      const candidates = [...slowest, { ...(await tryOut(service, list)), list }];
      const ordered = candidates.toSorted((one, other) => other.milliseconds - one.milliseconds);
      slowest = unlike(ordered).slice(0, 2 * CONFIRMED);
    };
    for (const list of nastyLists(values)) await attempt(list);
    while (performance.now() < until) await attempt(next(values, slowest));
    const tried: Tried[] = [];
    for (const each of slowest.slice(0, CONFIRMED)) {
      signal.throwIfAborted();
      tried.push(await confirmed(service, each));
    }
    return tried.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, NAMED);
  });
}

/** A new random combination, or a variation of one of the slowest requests. */
function next(values: Values, [first, ...others]: readonly Candidate[]): Parameters {
  const fresh = randomList(values);
  if (!first || Math.random() < 0.5) return fresh;
  const { kind, query } = anyOf([first, ...others]).list;
  const known = Object.entries(query).filter(() => Math.random() < 0.8);
  return { kind, query: { ...(fresh.kind === kind ? fresh.query : {}), ...Object.fromEntries(known) } };
}

async function tryOut(service: Server, { kind, query }: Parameters): Promise<Tried> {
  const path = `${NAMESPACE}/${kind}?${new URLSearchParams(query).toString()}`;
  const start = performance.now();
  const answer = await fetch(`${service.origin}${path}`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  await answer.arrayBuffer();
  return { path, milliseconds: performance.now() - start, status: answer.status };
}

async function confirmed(service: Server, { list, ...first }: Candidate): Promise<Tried> {
  let least: Tried = first;
  for (let count = 0; count < AGAIN; count += 1) {
    const again = await tryOut(service, list);
    if (again.milliseconds < least.milliseconds) least = again;
  }
  return least;
}

/**
 * Keeps the slowest request of each set of parameter names. Requests with the same parameters have the same cause, and
 * would fill the report.
 */
function unlike(ordered: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return ordered.filter(({ list: { kind, query } }) => {
    const names = [kind, ...Object.keys(query).toSorted(), query['orderby']].join();
    return !seen.has(names) && seen.add(names);
  });
}
