import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { PreparingClient } from '../../../src/database/preparing-client.js';

beforeAll(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick'] });
});
afterAll(() => {
  jest.useRealTimers();
});

describe('a connection on which nothing comes', () => {
  it('12.4 is lost once the time of a statement is up, later where that is a long one', async () => {
    const lost: string[] = [];
    for (const statement of ['select 1', '/* long */ select 1']) {
      const client = new PreparingClient({ query_timeout: 3_250 });
      client.connection.on('error', ({ message }: Error) => lost.push(`${statement}: ${message}`));
      client.query(statement).catch(() => undefined);
    }
    await jest.advanceTimersByTimeAsync(3_249);
    expect(lost).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(lost).toEqual(['select 1: Query read timeout']);
    await jest.advanceTimersByTimeAsync(12_249);
    expect(lost).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(lost).toEqual(['select 1: Query read timeout', '/* long */ select 1: Query read timeout']);
  });
});
