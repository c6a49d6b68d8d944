import { describe, expect, it } from '@jest/globals';
import { Lines } from '../../../../src/demo/demo-lines.js';

describe('the lines in which the demo agenda is written', () => {
  it('go on at the same time, each in its order', async () => {
    const lines = new Lines();
    const log: string[] = [];
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const first = lines.add('a', async () => {
      log.push('a begins');
      await held;
      log.push('a ends');
      return 7;
    });
    void lines.add('a', async () => log.push('next in a'));
    await lines.add('b', async () => log.push('b'));
    letGo();
    await lines.end();
    expect(await first).toBe(7);
    expect(log).toEqual(['a begins', 'b', 'a ends', 'next in a']);
  });

  it('begin nothing more after a failure, end what is going on, and tell what failed first', async () => {
    const lines = new Lines();
    const log: string[] = [];
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    void lines
      .add('a', async () => {
        await held;
        log.push('a ends');
        throw new Error('second');
      })
      .catch(() => undefined);
    const failed = lines.add('b', () => Promise.reject(new Error('first')));
    await expect(failed).rejects.toThrow('first');
    const refused = lines.add('c', async () => log.push('c'));
    await expect(refused).rejects.toThrow('first');
    letGo();
    await expect(lines.end()).rejects.toThrow('first');
    expect(log).toEqual(['a ends']);
  });
});
