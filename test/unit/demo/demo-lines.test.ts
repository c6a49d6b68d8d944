import { describe, expect, it } from '@jest/globals';
import { TaskQueues } from '../../../src/demo/task-queues.js';

describe('the lines in which the demo agenda is written', () => {
  it('go on at the same time, each in its order', async () => {
    const lines = new TaskQueues();
    const log: string[] = [];
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const first = lines.enqueue('a', async () => {
      log.push('a begins');
      await held;
      log.push('a ends');
      return 7;
    });
    void lines.enqueue('a', async () => log.push('next in a'));
    await lines.enqueue('b', async () => log.push('b'));
    letGo();
    await lines.drain();
    expect(await first).toBe(7);
    expect(log).toEqual(['a begins', 'b', 'a ends', 'next in a']);
  });

  it('begin nothing more after a failure, end what is going on, and tell what failed first', async () => {
    const lines = new TaskQueues();
    const log: string[] = [];
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    void lines
      .enqueue('a', async () => {
        await held;
        log.push('a ends');
        throw new Error('second');
      })
      .catch(() => undefined);
    const failed = lines.enqueue('b', () => Promise.reject(new Error('first')));
    await expect(failed).rejects.toThrow('first');
    const refused = lines.enqueue('c', async () => log.push('c'));
    await expect(refused).rejects.toThrow('first');
    letGo();
    await expect(lines.drain()).rejects.toThrow('first');
    expect(log).toEqual(['a ends']);
  });
});
