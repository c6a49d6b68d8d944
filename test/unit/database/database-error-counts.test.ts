import { EventEmitter } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { countErrorsOf } from '../../../src/persistence/client/counting-pool.js';
import { countDatabaseError, databaseErrorsByClass } from '../../../src/persistence/client/database-error-counts.js';
import { PreparingClient } from '../../../src/persistence/client/preparing-client.js';

const withCode = (code: string) => Object.assign(new Error('of the database'), { code });

/** What is counted while something happens. */
async function countedWhile(work: () => unknown): Promise<Record<string, number>> {
  const before = new Map(databaseErrorsByClass());
  await work();
  const grown = [...databaseErrorsByClass()].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, count]) => count > 0));
}

describe('errors of the database', () => {
  it('9.2 are counted by class, each once, and nothing else is', async () => {
    const twice = withCode('22P02');
    const errors = [twice, twice, withCode('22003'), withCode('40P01'), withCode('ECONNREFUSED'), undefined, '22P02'];
    expect(await countedWhile(() => errors.forEach(countDatabaseError))).toEqual({ '22': 2, '40': 1, '08': 1 });
  });

  it('9.2 are counted by the connection that meets them, whoever asked', async () => {
    const client = new PreparingClient();
    const lost = new Error('Connection terminated unexpectedly');
    const work = () => {
      client.connection.emit('errorMessage', withCode('57P01'));
      client.emit('error', lost);
      client.emit('error', lost);
    };
    client.on('error', () => undefined);
    expect(await countedWhile(work)).toEqual({ '57': 1, '08': 1 });
  });

  it('12.4 are counted by the pool that has nothing to give, which says so', async () => {
    const error = new Error('timeout exceeded when trying to connect');
    const pool = Object.assign(new EventEmitter(), { connect: () => Promise.reject(error) }) as unknown as pg.Pool;
    countErrorsOf(pool);
    expect(await countedWhile(() => expect(pool.connect()).rejects.toBe(error))).toEqual({ pool: 1 });
  });
});
