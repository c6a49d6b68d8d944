import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/persistence/migrations/index.js';
import { query } from '../support/database/database-session.js';
import { useCluster } from '../support/faults/cluster-fixture.js';
import { byRunMode, printFigures } from '../support/run/run-mode.js';
import { prepareRestartableService } from '../support/faults/restartable-service.js';
import { repeatParallel } from '../support/records/links.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';

const ROUNDS = byRunMode(1, 10);

const fixture = useCluster({ count: 0 });

describe('Three services started concurrently on an empty database', () => {
  it('all start, the migrations run once, and one administrator is created (11.2)', async () => {
    const startTimes: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await query(fixture.cluster.url, `create database empty_${round} template template0`);
      const url = fixture.cluster.url.replace(/postgres$/, `empty_${round}`);
      const services = await repeatParallel(3, () => prepareRestartableService({ DATABASE_URL: url }));
      startTimes.push(...(await Promise.all(services.map((service) => service.start()))));
      const migrations = await query<{ name: string }>(url, 'select name from migrations order by id');
      expect(migrations.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name));
      expect(await query(url, 'select role from users')).toEqual([{ role: 'administrator' }]);
      await stopServiceProcesses();
    }
    printFigures('three concurrent starts', { databases: ROUNDS, longest_start_ms: Math.max(...startTimes) });
  });
});
