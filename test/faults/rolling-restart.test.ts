import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countRows } from '../support/database/database-session.js';
import { startCluster, type Cluster } from '../support/faults/cluster.js';
import { expectAtMostInFullRun, byRunMode, printFigures } from '../support/jest/run-mode.js';
import { reconcile } from '../support/faults/write-ledger.js';
import { prepareRestartableService, type RestartableService } from '../support/faults/restartable-service.js';
import { startWriteLoop, type WriteSample } from '../support/faults/write-loop.js';
import { findInconsistencies } from '../support/database/find-inconsistencies.js';
import { repeatParallel } from '../support/records/links.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';

const ROUNDS = byRunMode(1, 10);

let cluster: Cluster;
let services: RestartableService[];
beforeAll(async () => {
  cluster = await startCluster();
  services = await repeatParallel(2, () => prepareRestartableService({ DATABASE_URL: cluster.url }));
  await Promise.all(services.map((each) => each.start()));
});
afterAll(async () => {
  await stopServiceProcesses();
  await cluster.remove();
});

/** Counts of failed responses. */
const newCounts = () => ({ broken: 0, unavailable: 0 });

describe('Two services restarted in turn while 64 clients write', () => {
  it.each(byRunMode([true], [true, false]))(
    'with keys %s: no write is lost or duplicated, and no connection breaks (9.3, 12.3)',
    async (keyed) => {
      const [counts, stops, rows] = [newCounts(), [] as number[], await countRows(cluster.url, 'events')];
      const onAnswer = ({ status, isRefused: refused }: WriteSample) => {
        if (status === 0 && !refused) counts.broken += 1;
        if (status === 503) counts.unavailable += 1;
      };
      const origins = services.map(({ origin }) => origin);
      const writers = startWriteLoop(origins, { isKeyed: keyed, onResponse: onAnswer });
      for (const service of inTurn(ROUNDS)) {
        await writers.waitForAcknowledged(writers.ledger.acknowledged.size + byRunMode(50, 200));
        const begin = performance.now();
        expect(await service.stop()).toBe(0);
        stops.push(performance.now() - begin);
        await service.start();
      }
      const settled = await reconcile(cluster.url, await writers.stop());
      const longest = Math.max(...stops);
      const figures = { stops: stops.length, ...settled, ...counts, longest_stop_ms: longest };
      printFigures(`rolling restart${keyed ? ', keys' : ''}`, figures);
      // A create without a response must not be stored, so that the client can send it again.
      expect(settled).toMatchObject({ lost: 0, duplicated: 0, unknownStored: 0, ...(keyed && { unknown: 0 }) });
      expect((await countRows(cluster.url, 'events')) - rows).toBe(settled.acknowledged);
      expect(await findInconsistencies(cluster.url)).toEqual([]);
      expectAtMostInFullRun(10_000, { 'longest stop': longest });
      expectAtMostInFullRun(0, counts);
    },
  );
});

/** All services in turn, repeated `rounds` times. */
const inTurn = (rounds: number): RestartableService[] => Array.from({ length: rounds }, () => services).flat();
