import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { query } from '../support/database/database-session.js';
import {
  findInvalidUnavailable,
  isOverloaded,
  isSuccessOrUnavailable,
  MAX_OVERLOADED,
  maxDuration,
  ResponseLog,
} from '../support/faults/response-log.js';
import { useCluster } from '../support/faults/cluster-fixture.js';
import { expectAtMostInFullRun, byRunMode, onlyInFullRun, printFigures } from '../support/run/run-mode.js';
import { reconcile } from '../support/faults/write-ledger.js';
import { LIST_READS, startRequestLoop } from '../support/faults/request-loop.js';
import { expectFullPool } from '../support/faults/expect-full-pool.js';
import { startWriteLoop, type WriteLoop } from '../support/faults/write-loop.js';
import { findInconsistencies } from '../support/database/find-inconsistencies.js';
import { eventually } from '../support/processes/log-lines.js';

/** Number of concurrent writers and readers. */
const LOAD = byRunMode({ writerCount: 16, readerCount: 4 }, { writerCount: 64, readerCount: 16 });

const fixture = useCluster({ network: true });

/**
 * Runs `work` while clients write and read. Expects that no acknowledged write is lost or duplicated.
 * @param load `maxOverloaded` is the highest fraction of responses that may be 429
 */
async function underLoad(
  title: string,
  { writerCount, readerCount, maxOverloaded = MAX_OVERLOADED }: typeof LOAD & { maxOverloaded?: number },
  work: (log: ResponseLog, writers: WriteLoop) => Promise<Record<string, number>>,
): Promise<void> {
  const log = new ResponseLog((response) => isSuccessOrUnavailable(response) || isOverloaded(response));
  const writers = startWriteLoop(fixture.service.origin, { concurrency: writerCount, onResponse: log.record });
  const readers = startRequestLoop(fixture.service.origin, LIST_READS, {
    concurrency: readerCount,
    onResponse: log.record,
  });
  await writers.waitForAcknowledged(writerCount + 1);
  const figures = await work(log, writers);
  const [ledger] = await Promise.all([writers.stop(), readers.stop()]);
  await expectFullPool(fixture.service.origin, fixture.cluster.url);
  const [reconciliation, inconsistencies] = [
    await reconcile(fixture.cluster.url, ledger),
    await findInconsistencies(fixture.cluster.url),
  ];
  printFigures(title, {
    ...reconciliation,
    half: inconsistencies.length,
    ...log.summary(),
    overloaded: log.overloaded,
    ...figures,
  });
  expect([log.unexpected, inconsistencies]).toEqual([[], []]);
  expect(reconciliation).toMatchObject({ lost: 0, duplicated: 0 });
  expect(log.overloaded).toBeLessThanOrEqual(log.total * maxOverloaded);
}

/** Time from now to the first success of a request that is sent later, in milliseconds. */
async function measureRecovery(log: ResponseLog): Promise<number> {
  const startedAt = performance.now();
  return (await eventually(() => log.firstSuccessAfter(startedAt))).receivedAt - startedAt;
}

describe('Termination of all database connections', () => {
  const [TERMINATIONS, PAUSE_MS] = byRunMode([4, 250], [30, 2000]);

  it('loses no acknowledged write, causes no error but 503, and recovers within two seconds (9.3)', async () => {
    await underLoad('connections terminated', LOAD, async (log) => {
      const recoveryTimes: number[] = [];
      for (let termination = 1; termination <= TERMINATIONS; termination += 1) {
        await query(
          fixture.cluster.url,
          `select pg_terminate_backend(pid) from pg_stat_activity
           where pid <> pg_backend_pid() and datname = current_database()`,
        );
        recoveryTimes.push(await measureRecovery(log));
        await setTimeout(PAUSE_MS);
      }
      expectAtMostInFullRun(2000, { 'longest recovery': Math.max(...recoveryTimes) });
      return { terminations: TERMINATIONS, longest_recovery_ms: Math.max(...recoveryTimes) };
    });
  });
});

describe('Network that drops all traffic', () => {
  const OUTAGE_MS = byRunMode(5000, 30_000);

  it('requests get 503 within the deadline, and the service recovers (12.4)', async () => {
    // Lists wait for those that wait for the database, and are 429 after 7 s.
    await underLoad('traffic dropped', { ...LOAD, maxOverloaded: 1 / 20 }, async (log) => {
      const startedAt = performance.now();
      await fixture.network.setState('silent');
      await setTimeout(OUTAGE_MS);
      const endedAt = performance.now();
      const outageResponses = log.between(startedAt, endedAt);
      await fixture.network.setState('open');
      const recoveryMs = await measureRecovery(log);
      const sentDuringOutage = log.within(startedAt, endedAt);
      expect(findInvalidUnavailable(sentDuringOutage.filter(({ status }) => status !== 429))).toEqual([]);
      // Requests that were sent before the outage count from its start only.
      const longestWaitMs = Math.max(
        maxDuration(sentDuringOutage),
        ...outageResponses.map(({ receivedAt, durationMs }) => Math.min(durationMs, receivedAt - startedAt)),
      );
      // The deadline of a request, or a wait for a connection followed by query_timeout.
      expectAtMostInFullRun(17_000, { 'longest wait without traffic': longestWaitMs });
      expectAtMostInFullRun(4000, { recovery: recoveryMs });
      return { during_outage: outageResponses.length, longest_wait_ms: longestWaitMs, recovery_ms: recoveryMs };
    });
  });
});

onlyInFullRun(() => {
  describe('Network that refuses connections', () => {
    const OUTAGE_MS = byRunMode(1000, 10_000);

    it('requests get 503 within the connection timeout, and the service recovers (12.4)', async () => {
      await underLoad('connections refused', LOAD, async (log) => {
        await fixture.network.setState('refusing');
        const startedAt = performance.now();
        await setTimeout(OUTAGE_MS);
        const outageResponses = log.within(startedAt, performance.now());
        await fixture.network.setState('open');
        const recoveryMs = await measureRecovery(log);
        expect(findInvalidUnavailable(outageResponses)).toEqual([]);
        expectAtMostInFullRun(1500, { 'longest refusal': maxDuration(outageResponses), recovery: recoveryMs });
        return {
          during_outage: outageResponses.length,
          longest_refusal_ms: maxDuration(outageResponses),
          recovery_ms: recoveryMs,
        };
      });
    });
  });

  describe('Network with a round-trip time of 50 milliseconds', () => {
    it('causes no errors, and no responses with 503 (9.3)', async () => {
      fixture.network.delay(25);
      const load = { writerCount: 4, readerCount: 4 };
      await underLoad('latency', load, async (log, writers) => {
        await writers.waitForAcknowledged(100);
        fixture.network.delay(0);
        expectAtMostInFullRun(0, { 'responses with 503 or 429': log.unavailable + log.overloaded });
        return {};
      });
    });
  });
});
