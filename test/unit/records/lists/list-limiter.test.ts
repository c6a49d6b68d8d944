import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ListLimiter } from '../../../../src/records/lists/list-limiter.js';

let limiter: ListLimiter;
/** The names of the shapes of running lists. */
let running: string[];
/** The names of the shapes of lists, in the order in which they started. */
let started: string[];
beforeEach(() => {
  vi.useFakeTimers();
  [limiter, running, started] = [new ListLimiter(), [], []];
});
afterEach(() => {
  vi.useRealTimers();
});

const elapse = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Requests a list of a shape. Plain shapes have names in capitals. */
function list(name: string, durationMs = 1): Promise<string> {
  const result = limiter.run({ name, isPlain: name === name.toUpperCase() }, async () => {
    started.push(name);
    running.push(name);
    await new Promise((resolve) => setTimeout(resolve, durationMs));
    running.splice(running.indexOf(name), 1);
    return name;
  });
  result.catch(() => undefined);
  return result;
}

/** Requests a list that starts at once, and waits for its result. */
const run = (name: string, durationMs: number) => Promise.all([list(name, durationMs), elapse(durationMs)]);

function startLists(count: number, name: string, durationMs?: number): void {
  for (let index = 0; index < count; index += 1) void list(name, durationMs);
}

describe('Limiter of lists', () => {
  it.each([
    ['a plain shape', 'A', [], 6],
    ['a plain shape after one list of 1 s', 'A', [1000], 6],
    ['a plain shape after two lists of 1 s', 'A', [1000, 1000], 1],
    ['an unknown shape', 'a', [], 1],
    ['a shape after a list of 250 ms', 'a', [250], 6],
    ['a shape after a list of 251 ms', 'a', [251], 1],
    ['a shape after a list of 500 ms and three fast ones', 'a', [500, 1, 1, 1], 1],
    ['a shape after a list of 500 ms and four fast ones', 'a', [500, 1, 1, 1, 1], 6],
    ['a shape after a fast list and one of 1.2 s', 'a', [1, 1200], 6],
  ])('lists of %s: $3 at the same time (9.3)', async (_given, name, durations, slots) => {
    for (const durationMs of durations) await run(name, durationMs);
    startLists(10, name, 1000);
    await elapse(1);
    expect(running).toHaveLength(slots);
  });

  it('a fast list does not wait for slow ones (9.3)', async () => {
    await run('fast', 1);
    startLists(50, 'slow', 3000);
    await elapse(10);
    expect(running).toEqual(['slow']);
    await run('fast', 1);
  });

  it('of waiting slow lists, plain ones and the first of a new shape start first, then those of the fastest shape (9.3)', async () => {
    await run('short', 300);
    for (const name of ['long', 'PLAIN', 'PLAIN']) await run(name, 2000);
    started = [];
    for (const name of ['long', 'long', 'short', 'new', 'short', 'new', 'PLAIN']) void list(name, 300);
    await elapse(3000);
    expect(started).toEqual(['long', 'new', 'PLAIN', 'short', 'short', 'new', 'long']);
  });

  it('a slow list starts although faster ones keep arriving (9.3)', async () => {
    for (const [name, durationMs] of [
      ['short', 300],
      ['long', 800],
      ['PLAIN', 2000],
      ['PLAIN', 2000],
    ] as const)
      await run(name, durationMs);
    started = [];
    for (let ms = 0; ms < 6000; ms += 250) {
      void list(ms % 500 ? 'short' : 'PLAIN', 300);
      if (ms === 250) void list('long', 800);
      await elapse(250);
    }
    expect(started).toContain('long');
  });

  it('waiting lists change to the slots for fast or slow lists once their shape proves fast or slow (9.3)', async () => {
    startLists(12, 'a', 100);
    await elapse(110);
    expect(running).toEqual(['a', 'a', 'a', 'a', 'a', 'a']);
    startLists(12, 'A', 2000);
    await elapse(2300);
    expect(running).toEqual(['A']);
  });

  it.each([
    ['57014', 'once', [1000, 100], 'fulfilled', 2],
    ['57014', 'twice', [1000, 1000], 'rejected', 2],
    ['57014', 'after more than 11 s', [11_001, 1], 'rejected', 1],
    ['55P03', 'once', [1000, 100], 'rejected', 1],
  ])(
    'a list that fails with SQLSTATE %s %s is $3, attempts: $4 (9.3)',
    async (code, times, durations, status, attempts) => {
      const results = durations.map((durationMs, index) => ({ durationMs, fails: index === 0 || times === 'twice' }));
      let attempt = 0;
      const outcome = Promise.allSettled([
        limiter.run({ name: 'a', isPlain: false }, async () => {
          const { durationMs = 0, fails = false } = results[attempt] ?? {};
          attempt += 1;
          await new Promise((resolve) => setTimeout(resolve, durationMs));
          if (fails) throw Object.assign(new Error(times), { code });
        }),
      ]);
      await elapse(12_000);
      expect([(await outcome)[0].status, attempt]).toEqual([status, attempts]);
      // The time until a statement timeout counts, too, so the shape is slow. After 55P03 it is still unknown.
      startLists(2, 'a', 100);
      await elapse(1);
      expect(running).toEqual(['a']);
    },
  );

  it('lists that fail for lack of a connection do not slow their shape down (9.3)', async () => {
    const fail = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      throw Object.assign(new Error('Connection terminated'), { code: '08006' });
    };
    const failures = Array.from({ length: 5 }, () => limiter.run({ name: 'A', isPlain: true }, fail));
    const outcomes = Promise.allSettled(failures);
    await elapse(1000);
    expect((await outcomes).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    startLists(10, 'A', 1000);
    await elapse(1);
    expect(running).toHaveLength(6);
  });

  it('a list that waits for 7 s is rejected as too_many_requests, with Retry-After (9.3)', async () => {
    const [, inTime, late] = [list('a', 6999), list('a', 5000), list('a')];
    await elapse(7000);
    expect(running).toEqual(['a']);
    await expect(late).rejects.toMatchObject({
      code: 'too_many_requests',
      details: { headers: { 'Retry-After': '5' } },
    });
    await elapse(5000);
    expect(await inTime).toBe('a');
  });
});
