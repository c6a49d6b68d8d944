import { describe, expect, it } from 'vitest';
import { countRows } from '../support/database/database-session.js';
import { useCluster } from '../support/faults/cluster-fixture.js';
import { expectAtMostInFullRun, byRunMode, printFigures } from '../support/run/run-mode.js';
import { reconcile } from '../support/faults/write-ledger.js';
import type { TimedResponse } from '../support/faults/timed-request.js';
import { startWriteLoop } from '../support/faults/write-loop.js';
import { findInconsistencies } from '../support/database/find-inconsistencies.js';

const ROUNDS = byRunMode(1, 10);

const fixture = useCluster({ count: 2 });

/** Counts of failed responses. */
const newCounts = () => ({ broken: 0, unavailable: 0 });

describe('Two services restarted in turn while 64 clients write', () => {
  it.each(byRunMode([true], [true, false]))(
    'with keys %s: no write is lost or duplicated, and no connection breaks (9.3, 12.3)',
    async (isKeyed) => {
      const [counts, stopTimes, rowsBefore] = [
        newCounts(),
        [] as number[],
        await countRows(fixture.cluster.url, 'events'),
      ];
      const onResponse = ({ status, isRefused }: TimedResponse) => {
        if (status === 0 && !isRefused) counts.broken += 1;
        if (status === 503) counts.unavailable += 1;
      };
      const origins = fixture.services.map(({ origin }) => origin);
      const writers = startWriteLoop(origins, { isKeyed, onResponse });
      for (const service of Array.from({ length: ROUNDS }, () => fixture.services).flat()) {
        await writers.waitForAcknowledged(writers.ledger.acknowledged.size + byRunMode(50, 200));
        const startedAt = performance.now();
        expect(await service.stop()).toBe(0);
        stopTimes.push(performance.now() - startedAt);
        await service.start();
      }
      const reconciliation = await reconcile(fixture.cluster.url, await writers.stop());
      const longestMs = Math.max(...stopTimes);
      const figures = { stops: stopTimes.length, ...reconciliation, ...counts, longest_stop_ms: longestMs };
      printFigures(`rolling restart${isKeyed ? ', keys' : ''}`, figures);
      // A create without a response must not be stored, so that the client can send it again.
      expect(reconciliation).toMatchObject({
        lost: 0,
        duplicated: 0,
        unknownStored: 0,
        ...(isKeyed && { unknown: 0 }),
      });
      expect((await countRows(fixture.cluster.url, 'events')) - rowsBefore).toBe(reconciliation.acknowledged);
      expect(await findInconsistencies(fixture.cluster.url)).toEqual([]);
      expectAtMostInFullRun(10_000, { 'longest stop': longestMs });
      expectAtMostInFullRun(0, counts);
    },
  );
});
