import { describe, expect, it } from '@jest/globals';
import { countDatabaseError, databaseErrorsByClass } from '../../../../src/persistence/client/database-error-counts.js';

const withCode = (code: string) => Object.assign(new Error('of the database'), { code });

/** What is counted while something happens. */
async function countedWhile(work: () => unknown): Promise<Record<string, number>> {
  const before = new Map(databaseErrorsByClass());
  await work();
  const grown = [...databaseErrorsByClass()].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, count]) => count > 0));
}

describe('errors of the database', () => {
  it('9.2 each is counted in its class', async () => {
    const lost = new Error('Connection terminated unexpectedly');
    const none = new Error('timeout exceeded when trying to connect');
    const errors = [withCode('22P02'), withCode('22003'), withCode('40P01'), withCode('ECONNREFUSED'), lost, none];
    const count = () => errors.forEach((error) => countDatabaseError(error));
    expect(await countedWhile(count)).toEqual({ '22': 2, '40': 1, '08': 2, pool: 1 });
  });
});
