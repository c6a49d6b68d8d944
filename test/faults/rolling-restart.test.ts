import { describe, expect, it } from '@jest/globals';
import { countRows } from '../support/database/database-session.js';
import { useCluster } from '../support/faults/cluster-fixture.js';
import { expectAtMostInFullRun, byRunMode, printFigures } from '../support/jest/run-mode.js';
import { reconcile } from '../support/faults/write-ledger.js';
import type { TimedResponse } from '../support/faults/timed-request.js';
import { startWriteLoop } from '../support/faults/write-loop.js';
import { findInconsistencies } from '../support/database/find-inconsistencies.js';

const ROUNDS = byRunMode(1, 10);

const on = useCluster({ count: 2 });

/** Counts of failed responses. */
const newCounts = () => ({ broken: 0, unavailable: 0 });

describe('Two services restarted in turn while 64 clients write', () => {
  it.each(byRunMode([true], [true, false]))(
    'with keys %s: no write is lost or duplicated, and no connection breaks (9.3, 12.3)',
    async (keyed) => {
      const [counts, stops, rows] = [newCounts(), [] as number[], await countRows(on.cluster.url, 'events')];
      const onAnswer = ({ status, isRefused: refused }: TimedResponse) => {
        if (status === 0 && !refused) counts.broken += 1;
        if (status === 503) counts.unavailable += 1;
      };
      const origins = on.services.map(({ origin }) => origin);
      const writers = startWriteLoop(origins, { isKeyed: keyed, onResponse: onAnswer });
      for (const service of Array.from({ length: ROUNDS }, () => on.services).flat()) {
        await writers.waitForAcknowledged(writers.ledger.acknowledged.size + byRunMode(50, 200));
        const begin = performance.now();
        expect(await service.stop()).toBe(0);
        stops.push(performance.now() - begin);
        await service.start();
      }
      const settled = await reconcile(on.cluster.url, await writers.stop());
      const longest = Math.max(...stops);
      const figures = { stops: stops.length, ...settled, ...counts, longest_stop_ms: longest };
      printFigures(`rolling restart${keyed ? ', keys' : ''}`, figures);
      // A create without a response must not be stored, so that the client can send it again.
      expect(settled).toMatchObject({ lost: 0, duplicated: 0, unknownStored: 0, ...(keyed && { unknown: 0 }) });
      expect((await countRows(on.cluster.url, 'events')) - rows).toBe(settled.acknowledged);
      expect(await findInconsistencies(on.cluster.url)).toEqual([]);
      expectAtMostInFullRun(10_000, { 'longest stop': longest });
      expectAtMostInFullRun(0, counts);
    },
  );
});
