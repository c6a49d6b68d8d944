import { beforeEach, describe, expect, it } from 'vitest';
import type { ChangeListener } from '../../../../src/http/caching/change-listener.js';
import type { EntityManager } from '@mikro-orm/postgresql';
import { NextExpiry } from '../../../../src/http/caching/next-expiry.js';
import type { Clock } from '../../../../src/kernel/time/clock.js';
import type { ChangeCounter } from '../../../../src/persistence/transactions/change-counter.js';
import type { ExpiryTrigger } from '../../../../src/kernel/context/expiry-trigger.js';
import { ResponseCache } from '../../../../src/http/caching/response-cache.js';
import type { Configuration } from '../../../../src/kernel/config/configuration.js';

let changes: { generation: number };
let isListening: boolean;
let now: number;
let resolveExpiry: () => Promise<number>;
let cache: ResponseCache;
let producedCount: number;
beforeEach(() => {
  [changes, isListening, now, producedCount] = [{ generation: 1 }, true, 1000, 0];
  resolveExpiry = async () => Infinity;
  const listener = {
    get isListening() {
      return isListening;
    },
  } as ChangeListener;
  const clock: Clock = { now: () => now };
  const configuration = { CACHE_BYTES: 100_000 } as Configuration;
  const counter = changes as ChangeCounter;
  const nextExpiry = new NextExpiryStub({} as EntityManager, counter, clock, configuration);
  cache = new ResponseCache(counter, listener, nextExpiry, configuration);
});

/** Responses are valid until the time from `resolveExpiry`, or not at all if they expire immediately. */
class NextExpiryStub extends NextExpiry {
  override async periodResolver() {
    const sinceMs = now;
    const endMs = await resolveExpiry();
    return (expires: readonly ExpiryTrigger[]) => ({ sinceMs, untilMs: expires.includes('immediately') ? 0 : endMs });
  }
}

/** Requests a response. Each produced response has a new number. */
const request = async (
  whileProducing: () => unknown = () => undefined,
  expires: readonly ExpiryTrigger[] = [],
  status = 200,
  key = 'key',
) =>
  String(
    (
      await cache.getOrProduce(key, async () => {
        const body = Buffer.from(`response ${(producedCount += 1)}`);
        await whileProducing();
        return { response: { body, headers: {}, status }, expires };
      })
    ).body,
  );

/** Promise that is pending until `open` is called. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wait: () => promise, open: resolve };
}

describe('Cached responses', () => {
  it('are served again, each for its own key (12.2)', async () => {
    expect([await request(), await request()]).toEqual(['response 1', 'response 1']);
    expect(await request(undefined, undefined, 200, 'other')).toBe('response 2');
    expect(await request()).toBe('response 1');
  });

  it('are all discarded after any change (12.2)', async () => {
    await request();
    await request(undefined, undefined, 200, 'other');
    const { sizeBytes: sizeBefore } = cache;
    changes.generation += 1;
    expect(await request()).toBe('response 3');
    expect(cache.sizeBytes).toBeLessThan(sizeBefore);
    expect(await request()).toBe('response 3');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['if data changed while it was produced', () => request(() => (changes.generation += 1))],
    ['if the change listener disconnected meanwhile', () => request(() => (isListening = false))],
    ['that depends on the current moment', () => request(undefined, ['immediately'])],
    ['with status 304', () => request(undefined, undefined, 304)],
    ['that failed', () => request(() => Promise.reject(new Error('refused'))).catch(() => undefined)],
  ])('do not include a response %s (7.4, 12.2)', async (_which, produce) => {
    await produce();
    isListening = true;
    expect([await request(), await request()]).toEqual(['response 2', 'response 2']);
  });

  it('are not used while the change listener is not connected, but again afterwards (12.2)', async () => {
    await request();
    isListening = false;
    expect([await request(), await request()]).toEqual(['response 2', 'response 3']);
    isListening = true;
    expect(await request()).toBe('response 1');
  });

  it('do not include a response whose expiry cannot be determined (12.2)', async () => {
    resolveExpiry = () => Promise.reject(new Error('the database is down'));
    expect([await request(), await request()]).toEqual(['response 1', 'response 2']);
  });

  it('expire at their expiry time, and when the clock is set back (8.7)', async () => {
    resolveExpiry = async () => 2000;
    await request();
    now = 1999;
    expect(await request()).toBe('response 1');
    now = 999;
    expect(await request()).toBe('response 2');
    now = 2000;
    expect([await request(), await request()]).toEqual(['response 3', 'response 4']);
  });

  it('do not include a response that expired while it was produced (8.7)', async () => {
    resolveExpiry = async () => 1500;
    await request(() => (now = 1500));
    now = 1400;
    expect(await request()).toBe('response 2');
  });
});

describe('Size of the cache', () => {
  it('never exceeds CACHE_BYTES, and excludes responses larger than an eighth of it (12.2)', async () => {
    const response = (size: number) => ({ body: Buffer.alloc(size), headers: {}, status: 200 });
    for (let index = 0; index < 30; index += 1) {
      await cache.getOrProduce(`key ${index}`, async () => ({ response: response(10_000), expires: [] }));
      expect(cache.sizeBytes).toBeLessThanOrEqual(100_000);
    }
    const { sizeBytes } = cache;
    expect(sizeBytes).toBeGreaterThan(80_000);
    await cache.getOrProduce('large', async () => ({ response: response(12_500), expires: [] }));
    expect(cache.sizeBytes).toBe(sizeBytes);
  });
});

describe('Pending response', () => {
  it('is produced once for all concurrent requests (12.2)', async () => {
    const { wait, open } = gate();
    const requests = [request(wait), request(wait), request(wait)];
    open();
    expect(await Promise.all(requests)).toEqual(['response 1', 'response 1', 'response 1']);
  });

  it('is not shared with requests that arrive after a change (12.2)', async () => {
    const { wait, open } = gate();
    const before = request(wait);
    changes.generation += 1;
    const after = [request(wait), request(wait)];
    open();
    expect(await before).toBe('response 1');
    expect(await Promise.all(after)).toEqual(['response 2', 'response 2']);
    expect(await request()).toBe('response 2');
  });

  it('is produced again for waiting requests if it failed or became outdated (12.2)', async () => {
    const { wait, open } = gate();
    const failing = async () => {
      await wait();
      throw new Error('refused');
    };
    const [failed, waiting] = [request(failing), request()];
    open();
    await expect(failed).rejects.toThrow('refused');
    expect(await waiting).toBe('response 2');
    const lateGate = gate();
    const [outdated, repeated] = [
      request(lateGate.wait, undefined, 200, 'late'),
      request(undefined, undefined, 200, 'late'),
    ];
    changes.generation += 1;
    lateGate.open();
    expect([await outdated, await repeated]).toEqual(['response 3', 'response 4']);
  });

  it('fails for all waiting requests if the database does not respond (12.4)', async () => {
    const { wait, open } = gate();
    const timingOut = async () => {
      await wait();
      throw new Error('Query read timeout');
    };
    const requests = [request(timingOut), request(), request()];
    open();
    const outcomes = await Promise.allSettled(requests);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await request()).toBe('response 2');
  });

  it('is produced separately for each request if it depends on the current moment (7.4)', async () => {
    const { wait, open } = gate();
    const requests = [request(wait, ['immediately']), request(), request()];
    open();
    expect(await Promise.all(requests)).toEqual(['response 1', 'response 2', 'response 3']);
  });
});
