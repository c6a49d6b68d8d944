import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/persistence/migrations/index.js';
import { countRows, query } from '../support/database/database-session.js';
import { startCluster, type Cluster } from '../support/faults/cluster.js';
import { byRunMode, printFigures } from '../support/run/run-mode.js';
import { prepareRestartableService } from '../support/faults/restartable-service.js';
import { repeatParallel } from '../support/records/links.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';

const ROUNDS = byRunMode(1, 10);

let cluster: Cluster;
beforeEach(async () => {
  cluster = await startCluster();
});
afterEach(async () => {
  await stopServiceProcesses();
  await cluster.remove();
});

describe('Three services started concurrently on an empty database', () => {
  it('all start, the migrations run once, and one administrator is created (11.2)', async () => {
    const startTimes: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await query(cluster.url, `create database empty_${round} template template0`);
      const url = cluster.url.replace(/postgres$/, `empty_${round}`);
      const services = await repeatParallel(3, () => prepareRestartableService({ DATABASE_URL: url }));
      startTimes.push(...(await Promise.all(services.map((service) => service.start()))));
      const migrations = await query<{ name: string }>(url, 'select name from migrations order by id');
      expect(migrations.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name));
      expect(await countRows(url, 'users', `role = 'administrator'`)).toBe(1);
      expect(await countRows(url, 'users')).toBe(1);
      await stopServiceProcesses();
    }
    printFigures('three concurrent starts', { databases: ROUNDS, longest_start_ms: Math.max(...startTimes) });
  });
});
