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

/** Asks for an answer; each that is made is another. */
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

/** Something that is waited for until it is let go. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wait: () => promise, open: resolve };
}

describe('answers that were kept', () => {
  it('12.2 are shown again, under their own keys', async () => {
    expect([await ask(), await ask()]).toEqual(['answer 1', 'answer 1']);
    expect(await ask(undefined, undefined, 200, 'other')).toBe('answer 2');
    expect(await ask()).toBe('answer 1');
  });

  it('12.2 are all forgotten once anything has changed', async () => {
    await ask();
    await ask(undefined, undefined, 200, 'other');
    const { sizeBytes: bytes } = answers;
    changes.generation += 1;
    expect(await ask()).toBe('answer 3');
    expect(answers.sizeBytes).toBeLessThan(bytes);
    expect(await ask()).toBe('answer 3');
  });

  it('12.2 are none that were begun before something changed', async () => {
    expect(await ask(() => (changes.generation += 1))).toBe('answer 1');
    expect([await ask(), await ask()]).toEqual(['answer 2', 'answer 2']);
  });

  it('12.2 rest as long as it is not certain that changes are known, and are there again afterwards', async () => {
    await ask();
    isListening = false;
    expect([await ask(), await ask()]).toEqual(['answer 2', 'answer 3']);
    isListening = true;
    expect(await ask()).toBe('answer 1');
  });

  it('12.2 are none that were made while that became uncertain', async () => {
    await ask(() => (isListening = false));
    isListening = true;
    expect(await ask()).toBe('answer 2');
  });

  it('12.2 are none that are errors', async () => {
    expect([await ask(undefined, undefined, 304), await ask()]).toEqual(['answer 1', 'answer 2']);
    await expect(ask(() => Promise.reject(new Error('refused')), undefined, 200, 'other')).rejects.toThrow('refused');
    expect(await ask(undefined, undefined, 200, 'other')).toBe('answer 4');
  });

  it('7.4 are none that depend on the very moment', async () => {
    await ask(undefined, ['immediately']);
    expect(await ask()).toBe('answer 2');
  });

  it('12.2 are none whose end cannot be found out', async () => {
    end = () => Promise.reject(new Error('the database is away'));
    expect([await ask(), await ask()]).toEqual(['answer 1', 'answer 2']);
  });

  it('8.7 end when their time has come, and when a clock is set back', async () => {
    end = async () => 2000;
    await ask();
    now = 1999;
    expect(await ask()).toBe('answer 1');
    now = 999;
    expect(await ask()).toBe('answer 2');
    now = 2000;
    expect([await ask(), await ask()]).toEqual(['answer 3', 'answer 4']);
  });

  it('8.7 are none that have ended before they were made', async () => {
    end = async () => 1500;
    await ask(() => (now = 1500));
    now = 1400;
    expect(await ask()).toBe('answer 2');
  });
});

describe('an answer that is being made', () => {
  it('12.2 is made once for all who ask meanwhile', async () => {
    const { wait, open } = gate();
    const all = [ask(wait), ask(wait), ask(wait)];
    open();
    expect(await Promise.all(all)).toEqual(['answer 1', 'answer 1', 'answer 1']);
  });

  it('12.2 is not for those who ask after something has changed', async () => {
    const { wait, open } = gate();
    const before = ask(wait);
    changes.generation += 1;
    const after = [ask(wait), ask(wait)];
    open();
    expect(await before).toBe('answer 1');
    expect(await Promise.all(after)).toEqual(['answer 2', 'answer 2']);
    expect(await ask()).toBe('answer 2');
  });

  it('12.2 is made anew by those who waited for one that failed, or that is outdated', async () => {
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

  it('12.4 fails for all who waited for it where the database was waited for in vain', async () => {
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

  it('7.4 each request produces its own response if it depends on the current moment', async () => {
    const { wait, open } = gate();
    const all = [ask(wait, ['immediately']), ask(), ask()];
    open();
    expect(await Promise.all(all)).toEqual(['answer 1', 'answer 2', 'answer 3']);
  });
});
