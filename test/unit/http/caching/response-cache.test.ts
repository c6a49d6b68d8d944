import { beforeEach, describe, expect, it } from '@jest/globals';
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
let end: () => Promise<number>;
let answers: ResponseCache;
let made: number;
beforeEach(() => {
  [changes, isListening, now, made] = [{ generation: 1 }, true, 1000, 0];
  end = async () => Infinity;
  const listener = {
    get isListening() {
      return isListening;
    },
  } as ChangeListener;
  const clock: Clock = { now: () => now };
  const configuration = { CACHE_BYTES: 100_000 } as Configuration;
  const counter = changes as ChangeCounter;
  const nextExpiry = new NextExpiryStub({} as EntityManager, counter, clock, configuration);
  answers = new ResponseCache(counter, listener, nextExpiry, configuration);
});

/** Responses are valid until `end`, or not at all if they expire immediately. */
class NextExpiryStub extends NextExpiry {
  override async periodResolver() {
    const sinceMs = now;
    const time = await end();
    return (expires: readonly ExpiryTrigger[]) => ({ sinceMs, untilMs: expires.includes('immediately') ? 0 : time });
  }
}

/** Requests a response. Each produced response has a new number. */
const ask = async (
  during: () => unknown = () => undefined,
  expires: readonly ExpiryTrigger[] = [],
  status = 200,
  key = 'key',
) =>
  String(
    (
      await answers.getOrProduce(key, async () => {
        const body = Buffer.from(`answer ${(made += 1)}`);
        await during();
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
    expect([await ask(), await ask()]).toEqual(['answer 1', 'answer 1']);
    expect(await ask(undefined, undefined, 200, 'other')).toBe('answer 2');
    expect(await ask()).toBe('answer 1');
  });

  it('are all discarded after any change (12.2)', async () => {
    await ask();
    await ask(undefined, undefined, 200, 'other');
    const { sizeBytes: bytes } = answers;
    changes.generation += 1;
    expect(await ask()).toBe('answer 3');
    expect(answers.sizeBytes).toBeLessThan(bytes);
    expect(await ask()).toBe('answer 3');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['if data changed while it was produced', () => ask(() => (changes.generation += 1))],
    ['if the change listener disconnected meanwhile', () => ask(() => (isListening = false))],
    ['that depends on the current moment', () => ask(undefined, ['immediately'])],
    ['with status 304', () => ask(undefined, undefined, 304)],
    ['that failed', () => ask(() => Promise.reject(new Error('refused'))).catch(() => undefined)],
  ])('do not include a response %s (7.4, 12.2)', async (_which, first) => {
    await first();
    isListening = true;
    expect([await ask(), await ask()]).toEqual(['answer 2', 'answer 2']);
  });

  it('are not used while the change listener is not connected, but again afterwards (12.2)', async () => {
    await ask();
    isListening = false;
    expect([await ask(), await ask()]).toEqual(['answer 2', 'answer 3']);
    isListening = true;
    expect(await ask()).toBe('answer 1');
  });

  it('do not include a response whose expiry cannot be determined (12.2)', async () => {
    end = () => Promise.reject(new Error('the database is away'));
    expect([await ask(), await ask()]).toEqual(['answer 1', 'answer 2']);
  });

  it('expire at their expiry time, and when the clock is set back (8.7)', async () => {
    end = async () => 2000;
    await ask();
    now = 1999;
    expect(await ask()).toBe('answer 1');
    now = 999;
    expect(await ask()).toBe('answer 2');
    now = 2000;
    expect([await ask(), await ask()]).toEqual(['answer 3', 'answer 4']);
  });

  it('do not include a response that expired while it was produced (8.7)', async () => {
    end = async () => 1500;
    await ask(() => (now = 1500));
    now = 1400;
    expect(await ask()).toBe('answer 2');
  });
});

describe('Size of the cache', () => {
  it('never exceeds CACHE_BYTES, and excludes responses larger than an eighth of it (12.2)', async () => {
    const response = (size: number) => ({ body: Buffer.alloc(size), headers: {}, status: 200 });
    for (let each = 0; each < 30; each += 1) {
      await answers.getOrProduce(`key ${each}`, async () => ({ response: response(10_000), expires: [] }));
      expect(answers.sizeBytes).toBeLessThanOrEqual(100_000);
    }
    const { sizeBytes } = answers;
    expect(sizeBytes).toBeGreaterThan(80_000);
    await answers.getOrProduce('large', async () => ({ response: response(12_500), expires: [] }));
    expect(answers.sizeBytes).toBe(sizeBytes);
  });
});

describe('Pending response', () => {
  it('is produced once for all concurrent requests (12.2)', async () => {
    const { wait, open } = gate();
    const all = [ask(wait), ask(wait), ask(wait)];
    open();
    expect(await Promise.all(all)).toEqual(['answer 1', 'answer 1', 'answer 1']);
  });

  it('is not shared with requests that arrive after a change (12.2)', async () => {
    const { wait, open } = gate();
    const before = ask(wait);
    changes.generation += 1;
    const after = [ask(wait), ask(wait)];
    open();
    expect(await before).toBe('answer 1');
    expect(await Promise.all(after)).toEqual(['answer 2', 'answer 2']);
    expect(await ask()).toBe('answer 2');
  });

  it('is produced again for waiting requests if it failed or became outdated (12.2)', async () => {
    const { wait, open } = gate();
    const failing = async () => {
      await wait();
      throw new Error('refused');
    };
    const [failed, own] = [ask(failing), ask()];
    open();
    await expect(failed).rejects.toThrow('refused');
    expect(await own).toBe('answer 2');
    const late = gate();
    const [outdated, other] = [ask(late.wait, undefined, 200, 'late'), ask(undefined, undefined, 200, 'late')];
    changes.generation += 1;
    late.open();
    expect([await outdated, await other]).toEqual(['answer 3', 'answer 4']);
  });

  it('fails for all waiting requests if the database does not respond (12.4)', async () => {
    const { wait, open } = gate();
    const silent = async () => {
      await wait();
      throw new Error('Query read timeout');
    };
    const all = [ask(silent), ask(), ask()];
    open();
    const told = await Promise.allSettled(all);
    expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await ask()).toBe('answer 2');
  });

  it('is produced separately for each request if it depends on the current moment (7.4)', async () => {
    const { wait, open } = gate();
    const all = [ask(wait, ['immediately']), ask(), ask()];
    open();
    expect(await Promise.all(all)).toEqual(['answer 1', 'answer 2', 'answer 3']);
  });
});
