import { setTimeout } from 'node:timers/promises';
import { ResponseCache } from '../../src/http/caching/response-cache.js';
import { startInProcessCalendar, type InProcessCalendar } from './in-process-calendar.js';
import { rawRequest, type RawResponse, type RawRequest } from './raw-request.js';
import type { TestCalendar } from './test-calendar.js';

/** An answer, and whether it was kept from an earlier request instead of being made anew. */
export interface CachedResponse extends RawResponse {
  readonly isCached: boolean;
}

/** What a read brings beside its path. */
export type ReadOptions = Partial<Pick<RawRequest, 'method' | 'headers'>>;

/** A calendar whose response cache is on. */
export interface CachedCalendar extends InProcessCalendar {
  readonly cache: ResponseCache;
  /** The keys under which answers were asked for so far. */
  readonly keys: ReadonlySet<string>;
  /** Reads, by default without credentials. A `path` that begins with `/` stands behind the origin. */
  get(path: string, asking?: ReadOptions): Promise<CachedResponse>;
  /** Reads until the answer is one that was kept: the cache rests for moments, as when this machine was busy. */
  getUntilCached(path: string, asking?: ReadOptions): Promise<CachedResponse>;
}

/** Starts a calendar whose response cache is on. */
export async function startCachedCalendar(environment: NodeJS.ProcessEnv = {}): Promise<CachedCalendar> {
  const calendar = await startInProcessCalendar({ CACHE_BYTES: '20000000', ...environment });
  const cache = calendar.application.get(ResponseCache);
  const keys = new Set<string>();
  let shown = 0;
  let made = 0;
  const get = cache.getOrProduce.bind(cache);
  cache.getOrProduce = async (key, produce) => {
    keys.add(key);
    shown += 1;
    return get(key, () => {
      made += 1;
      return produce();
    });
  };
  const ask = async (path: string, asking?: ReadOptions): Promise<CachedResponse> => {
    const before = { shown, made };
    const answer = await read(calendar, path, asking);
    return { ...answer, isCached: shown > before.shown && made === before.made };
  };
  return {
    ...calendar,
    cache,
    keys,
    get: ask,
    getUntilCached: (path, asking) => getUntilCached(() => ask(path, asking)),
  };
}

async function getUntilCached(ask: () => Promise<CachedResponse>): Promise<CachedResponse> {
  for (;;) {
    const shown = await ask();
    if (shown.isCached) return shown;
    await setTimeout(5);
  }
}

/** The name of every request is the same, so that answers can be compared. */
function read({ origin, base }: TestCalendar, path: string, { method = 'GET', headers }: ReadOptions = {}) {
  const address = path.startsWith('/') ? path : `${base.slice(origin.length)}/${path}`;
  return rawRequest(origin, { method, path: address, headers: { 'X-Request-Id': 'same', ...headers } });
}

/** What of an answer is the same whenever it is given: all but the date. */
export function stablePartsOf({ status, rawHeaders, text }: RawResponse): unknown {
  const date = rawHeaders.indexOf('Date');
  return { status, headers: rawHeaders.toSpliced(date, 2), text };
}

/** The same of an answer that was made anew because it was asked for with a password: others are told that they may keep it. */
export function stablePartsOfUncached(made: RawResponse): unknown {
  const place = made.rawHeaders.indexOf('Cache-Control') + 1;
  if (made.rawHeaders[place] !== 'no-store') throw new Error('What a password opens may be kept');
  return stablePartsOf({ ...made, rawHeaders: made.rawHeaders.with(place, 'public, max-age=0, must-revalidate') });
}
