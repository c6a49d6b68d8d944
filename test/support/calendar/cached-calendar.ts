import { setTimeout } from 'node:timers/promises';
import { ResponseCache } from '../../../src/http/caching/response-cache.js';
import { startTestCalendar, type TestCalendar } from './test-calendar.js';
import { rawRequest, type RawResponse, type RawRequest } from '../requests/raw-request.js';

/** A response that tells whether it came from the response cache. */
export interface CachedResponse extends RawResponse {
  readonly isCached: boolean;
}

export type ReadOptions = Partial<Pick<RawRequest, 'method' | 'headers'>>;

/** A calendar with its response cache enabled. */
export interface CachedCalendar extends TestCalendar {
  readonly cache: ResponseCache;
  /** Cache keys looked up so far. */
  readonly keys: ReadonlySet<string>;
  /** Reads, by default without credentials. A `path` with a leading `/` is relative to the origin. */
  get(path: string, options?: ReadOptions): Promise<CachedResponse>;
  /** Reads until the response comes from the cache, which a busy service bypasses for a moment. */
  getUntilCached(path: string, options?: ReadOptions): Promise<CachedResponse>;
}

export async function startCachedCalendar(environment: NodeJS.ProcessEnv = {}): Promise<CachedCalendar> {
  const calendar = await startTestCalendar({ CACHE_BYTES: '20000000', ...environment });
  const cache = calendar.application.get(ResponseCache);
  const keys = new Set<string>();
  let lookups = 0;
  let misses = 0;
  const getOrProduce = cache.getOrProduce.bind(cache);
  cache.getOrProduce = async (key, produce) => {
    keys.add(key);
    lookups += 1;
    return getOrProduce(key, () => {
      misses += 1;
      return produce();
    });
  };
  const get = async (path: string, options?: ReadOptions): Promise<CachedResponse> => {
    const before = { lookups, misses };
    const response = await sendRead(calendar, path, options);
    return { ...response, isCached: lookups > before.lookups && misses === before.misses };
  };
  return {
    ...calendar,
    cache,
    keys,
    get,
    getUntilCached: (path, options) => getUntilCached(() => get(path, options)),
  };
}

async function getUntilCached(get: () => Promise<CachedResponse>): Promise<CachedResponse> {
  for (;;) {
    const response = await get();
    if (response.isCached) return response;
    await setTimeout(5);
  }
}

/** All requests have the same id, so that responses can be compared. */
function sendRead({ origin, base }: TestCalendar, path: string, { method = 'GET', headers }: ReadOptions = {}) {
  const pathAndQuery = path.startsWith('/') ? path : `${base.slice(origin.length)}/${path}`;
  return rawRequest(origin, { method, path: pathAndQuery, headers: { 'X-Request-Id': 'same', ...headers } });
}

/** A response without its date. */
export function stablePartsOf({ status, rawHeaders, text }: RawResponse): unknown {
  const dateIndex = rawHeaders.indexOf('Date');
  return { status, headers: rawHeaders.toSpliced(dateIndex, 2), text };
}

/** The stable parts of a response to a request with a password, with `Cache-Control` and `Vary` of a cacheable one. */
export function stablePartsOfUncached(response: RawResponse, vary: string): unknown {
  const valueIndex = response.rawHeaders.indexOf('Cache-Control') + 1;
  if (response.rawHeaders[valueIndex] !== 'no-store')
    throw new Error('A response to a request with a password is cacheable');
  const rawHeaders = response.rawHeaders
    .with(valueIndex, 'public, max-age=0, must-revalidate')
    .with(response.rawHeaders.indexOf('Vary') + 1, vary);
  return stablePartsOf({ ...response, rawHeaders });
}
