import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ConcurrencyLimiter } from '../../../../src/kernel/concurrency/concurrency-limiter.js';
import { Argon2id, type HashPurpose } from '../../../../src/kernel/concurrency/argon2id.js';

const MAX_RUNNING = 2;
const MAX_QUEUED = 3;

/** Limiter with tasks that run until they are settled by name. */
function createLimiter() {
  const limiter = new ConcurrencyLimiter(MAX_RUNNING, MAX_QUEUED, () => new Error('full'));
  const pendingTasks = new Map<string, PromiseWithResolvers<string>>();
  const started: string[] = [];
  const run = (name: string) => {
    const pendingTask = Promise.withResolvers<string>();
    pendingTasks.set(name, pendingTask);
    const task = () => {
      started.push(name);
      return pendingTask.promise;
    };
    const result = limiter.run(task);
    result.catch(() => undefined);
    return result;
  };
  const settle = async (name: string, error?: Error) => {
    if (error) pendingTasks.get(name)?.reject(error);
    else pendingTasks.get(name)?.resolve(name);
    await setImmediate();
  };
  return { run, settle, started };
}

describe('ConcurrencyLimiter with two slots and a queue of three', () => {
  it('runs two tasks at once and starts the others in order as slots become free (12.4)', async () => {
    const { run, settle, started } = createLimiter();
    const results = ['a', 'b', 'c', 'd'].map(run);
    await setImmediate();
    expect(started).toEqual(['a', 'b']);
    await settle('b');
    expect(started).toEqual(['a', 'b', 'c']);
    await settle('a');
    expect(started).toEqual(['a', 'b', 'c', 'd']);
    await settle('c');
    await settle('d');
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('rejects a task while three wait, and accepts a task after one of them has started (12.5)', async () => {
    const { run, settle, started } = createLimiter();
    ['a', 'b', 'c', 'd', 'e'].forEach(run);
    await expect(run('one more')).rejects.toThrow('full');
    await settle('a');
    void run('f');
    await settle('b');
    await settle('c');
    await settle('d');
    expect(started).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('frees the slot of a failed task and rejects with its error (12.4)', async () => {
    const { run, settle, started } = createLimiter();
    const [failing] = [run('a'), run('b'), run('c')];
    await settle('a', new Error('of the task'));
    await expect(failing).rejects.toThrow('of the task');
    expect(started).toEqual(['a', 'b', 'c']);
  });

  it('frees the slot of a task that throws synchronously (12.4)', async () => {
    const limiter = new ConcurrencyLimiter(1, 1, () => new Error('full'));
    const throwing = () => {
      throw new Error('at once');
    };
    await expect(limiter.run(throwing)).rejects.toThrow('at once');
    await expect(limiter.run(throwing)).rejects.toThrow('at once');
    await expect(limiter.run(async () => 'ran')).resolves.toBe('ran');
  });

  it('gives a free slot to a waiting task before a new task (12.4)', async () => {
    const { run, settle, started } = createLimiter();
    const first = run('a');
    void run('b');
    void run('waits');
    const late = first.then(() => run('late'));
    await settle('a');
    expect(started).toEqual(['a', 'b', 'waits']);
    await settle('b');
    expect(started).toEqual(['a', 'b', 'waits', 'late']);
    await settle('late');
    await late;
  });
});

const argon2id = new Argon2id();

/** Hashes with the lowest cost that the algorithm allows. */
const hash = (purpose: HashPurpose) =>
  argon2id.hash(purpose, {
    memory: 8,
    passes: 1,
    parallelism: 1,
    message: 'Sesam',
    nonce: Buffer.alloc(16),
    tagLength: 4,
  });

describe('Argon2id', () => {
  it.each<[HashPurpose, HashPurpose, number]>([
    ['verify', 'write', 1],
    ['write', 'verify', 2],
  ])(
    'rejects a hash for %s while 125 others wait, and still accepts a hash for %s (8.13, 12.5)',
    async (purpose, otherPurpose, maxRunning) => {
      const waiting = Array.from({ length: maxRunning + 125 }, () => hash(purpose));
      const [rejected, accepted] = await Promise.allSettled([hash(purpose), hash(otherPurpose)]);
      expect(rejected).toMatchObject({
        status: 'rejected',
        reason: {
          code: 'too_many_requests',
          details: { headers: { 'Retry-After': '3' }, detail: { key: 'errors.too_many_requests.hashing' } },
        },
      });
      expect(accepted).toMatchObject({ status: 'fulfilled', value: { length: 4 } });
      expect(new Set((await Promise.all(waiting)).map((digest) => digest.toString('hex'))).size).toBe(1);
      expect(await hash(purpose)).toHaveLength(4);
    },
  );
});
