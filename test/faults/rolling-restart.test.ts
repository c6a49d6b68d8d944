import { describe, expect, it } from 'vitest';
import { countRows } from '../support/database/database-session.js';
import { useCluster } from '../support/faults/cluster-fixture.js';
import { expectAtMostInFullRun, byRunMode } from '../support/run/run-mode.js';
import type { TimedResponse } from '../support/faults/request-loop.js';
import { expectAllStored, startWriteLoop } from '../support/faults/write-loop.js';

const ROUNDS = byRunMode(1, 10);

const fixture = useCluster({ count: 2 });

describe('Two services restarted in turn while 64 clients write', () => {
  it.each(byRunMode([true], [true, false]))(
    'keys %s: no write is lost or duplicated, and no connection breaks (9.3, 12.3)',
    async (isKeyed) => {
      const counts = { broken: 0, unavailable: 0 };
      const stopTimes: number[] = [];
      const rowsBefore = await countRows(fixture.cluster.url, 'events');
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
      const ledger = await writers.stop();
      const longestMs = Math.max(...stopTimes);
      const title = `rolling restart${isKeyed ? ', keys' : ''}`;
      const figures = { stops: stopTimes.length, ...counts, longest_stop_ms: longestMs };
      const stored = await expectAllStored(title, fixture.cluster.url, ledger, figures);
      // A create without a response must not be stored, so that the client can send it again.
      expect(stored).toMatchObject({ unknownStored: 0, ...(isKeyed && { unknown: 0 }) });
      expect((await countRows(fixture.cluster.url, 'events')) - rowsBefore).toBe(stored.acknowledged);
      expectAtMostInFullRun(10_000, { 'longest stop': longestMs });
      expectAtMostInFullRun(0, counts);
    },
  );
});
