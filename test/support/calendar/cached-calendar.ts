import { setTimeout } from 'node:timers/promises';
import { ResponseCache } from '../../../src/http/caching/response-cache.js';
import { startInProcessCalendar, type InProcessCalendar } from './in-process-calendar.js';
import { rawRequest, type RawResponse, type RawRequest } from '../requests/raw-request.js';
import type { TestCalendar } from './test-calendar.js';

/** A response, and whether it came from the response cache. */
export interface CachedResponse extends RawResponse {
  readonly isCached: boolean;
}

export type ReadOptions = Partial<Pick<RawRequest, 'method' | 'headers'>>;

/** A calendar with its response cache enabled. */
export interface CachedCalendar extends InProcessCalendar {
  readonly cache: ResponseCache;
  /** Cache keys looked up so far. */
  readonly keys: ReadonlySet<string>;
  /** Reads, by default without credentials. A `path` with a leading `/` is relative to the origin. */
  get(path: string, asking?: ReadOptions): Promise<CachedResponse>;
  /** Reads until the response comes from the cache, which may be bypassed for moments on a busy machine. */
  getUntilCached(path: string, asking?: ReadOptions): Promise<CachedResponse>;
}

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

/** All requests have the same id, so that responses can be compared. */
function read({ origin, base }: TestCalendar, path: string, { method = 'GET', headers }: ReadOptions = {}) {
  const address = path.startsWith('/') ? path : `${base.slice(origin.length)}/${path}`;
  return rawRequest(origin, { method, path: address, headers: { 'X-Request-Id': 'same', ...headers } });
}

/** A response without its date. */
export function stablePartsOf({ status, rawHeaders, text }: RawResponse): unknown {
  const date = rawHeaders.indexOf('Date');
  return { status, headers: rawHeaders.toSpliced(date, 2), text };
}

/** The stable parts of a response to a request with a password, with the `Cache-Control` of other responses. */
export function stablePartsOfUncached(made: RawResponse): unknown {
  const place = made.rawHeaders.indexOf('Cache-Control') + 1;
  if (made.rawHeaders[place] !== 'no-store') throw new Error('A response to a password is cacheable');
  return stablePartsOf({ ...made, rawHeaders: made.rawHeaders.with(place, 'public, max-age=0, must-revalidate') });
}
