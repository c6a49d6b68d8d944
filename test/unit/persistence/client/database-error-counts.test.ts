import { describe, expect, it } from '@jest/globals';
import { DatabaseErrorCounts } from '../../../../src/persistence/client/database-error-counts.js';

const withCode = (code: string) => Object.assign(new Error('of the database'), { code });

describe('DatabaseErrorCounts', () => {
  it('counts each error in its SQLSTATE class (9.2)', () => {
    const lost = new Error('Connection terminated unexpectedly');
    const none = new Error('timeout exceeded when trying to connect');
    const errors = [withCode('22P02'), withCode('22003'), withCode('40P01'), withCode('ECONNREFUSED'), lost, none];
    const counts = new DatabaseErrorCounts();
    errors.forEach((error) => counts.count(error));
    expect(Object.fromEntries(counts.bySqlStateClass)).toEqual({ '22': 2, '40': 1, '08': 2, pool: 1 });
  });
});
