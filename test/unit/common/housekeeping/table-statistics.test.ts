import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { TableStatistics } from '../../../../src/persistence/maintenance/table-statistics.js';

let looks: number;
let isDatabaseThere: boolean;
let warnings: string[];
let statistics: TableStatistics;
beforeEach(() => {
  jest.useFakeTimers();
  [looks, isDatabaseThere, warnings] = [0, true, []];
  jest.spyOn(Logger.prototype, 'warn').mockImplementation((line: unknown) => void warnings.push(String(line)));
  statistics = new TableStatistics({} as EntityManager);
  jest.spyOn(statistics, 'refresh').mockImplementation(async () => {
    looks += 1;
    if (!isDatabaseThere) throw new Error('The database is gone');
    return [];
  });
});
afterEach(async () => {
  await statistics.onModuleDestroy();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('statistics of tables', () => {
  it('9.3 are looked at every other second, once started', async () => {
    await jest.advanceTimersByTimeAsync(10_000);
    expect(looks).toBe(0);
    statistics.start();
    statistics.start();
    await jest.advanceTimersByTimeAsync(5_999);
    expect(looks).toBe(3);
  });

  it('9.3 wait for ten seconds where the database is away, and tell the log once', async () => {
    isDatabaseThere = false;
    statistics.start();
    await jest.advanceTimersByTimeAsync(29_999);
    expect([looks, warnings]).toEqual([3, [expect.stringContaining('The database is gone')]]);
    isDatabaseThere = true;
    await jest.advanceTimersByTimeAsync(2_001);
    expect([looks, warnings.length]).toEqual([5, 1]);
    isDatabaseThere = false;
    await jest.advanceTimersByTimeAsync(2_000);
    expect([looks, warnings.length]).toEqual([6, 2]);
  });

  it('11.1 are left alone once the application is closed', async () => {
    statistics.start();
    await statistics.onModuleDestroy();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(looks).toBe(1);
  });
});
