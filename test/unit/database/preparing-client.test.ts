import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mark } from '../../../src/persistence/client/mark.js';
import { PreparingClient } from '../../../src/persistence/client/preparing-client.js';

beforeAll(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick'] });
});
afterAll(() => {
  jest.useRealTimers();
});

describe('a connection on which nothing comes', () => {
  it('12.4 is lost once the time of a statement is up, later where that is a long one', async () => {
    const lost: string[] = [];
    for (const statement of ['select 1', `${mark('long')} select 1`]) {
      const client = new PreparingClient({ query_timeout: 3_500 });
      client.connection.on('error', ({ message }: Error) =>
        lost.push(`${statement.startsWith('select') ? 'short' : 'long'}: ${message}`),
      );
      client.query(statement).catch(() => undefined);
    }
    await jest.advanceTimersByTimeAsync(3_499);
    expect(lost).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(lost).toEqual(['short: Query read timeout']);
    await jest.advanceTimersByTimeAsync(11_999);
    expect(lost).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(lost).toEqual(['short: Query read timeout', 'long: Query read timeout']);
  });
});
