import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { query } from '../support/database/database-session.js';
import { maxDuration, findInvalidUnavailable, ResponseLog } from '../support/faults/response-log.js';
import { useCluster } from '../support/faults/cluster-fixture.js';
import { expectAtMostInFullRun, byRunMode, onlyInFullRun, printFigures } from '../support/jest/run-mode.js';
import { reconcile } from '../support/faults/write-ledger.js';
import { LIST_READS, startRequestLoop } from '../support/faults/request-loop.js';
import { expectFullPool } from '../support/faults/expect-full-pool.js';
import { startWriteLoop, type WriteLoop } from '../support/faults/write-loop.js';
import { findInconsistencies } from '../support/database/find-inconsistencies.js';
import { eventually } from '../support/processes/log-lines.js';

/** Number of concurrent writers and readers. */
const LOAD = byRunMode({ writing: 16, reading: 4 }, { writing: 64, reading: 16 });

const on = useCluster({ network: true });

/** Runs `work` while clients write and read. Expects that no acknowledged write is lost or duplicated. */
async function underLoad(
  what: string,
  { writing, reading }: typeof LOAD,
  work: (log: ResponseLog, writers: WriteLoop) => Promise<Record<string, number>>,
): Promise<void> {
  const log = new ResponseLog();
  const writers = startWriteLoop(on.service.origin, { concurrency: writing, onResponse: log.record });
  const readers = startRequestLoop(on.service.origin, LIST_READS, { concurrency: reading, onResponse: log.record });
  await writers.waitForAcknowledged(writing + 1);
  const measured = await work(log, writers);
  const [ledger] = await Promise.all([writers.stop(), readers.stop()]);
  await expectFullPool(on.service.origin, on.cluster.url);
  const [settled, half] = [await reconcile(on.cluster.url, ledger), await findInconsistencies(on.cluster.url)];
  printFigures(what, { ...settled, half: half.length, ...log.summary(), ...measured });
  expect([log.unexpected, half]).toEqual([[], []]);
  expect(settled).toMatchObject({ lost: 0, duplicated: 0 });
}

/** Time from now until the next successful response, in milliseconds. */
async function healing(log: ResponseLog): Promise<number> {
  const healed = performance.now();
  return (await eventually(() => log.firstSuccessAfter(healed))).receivedAt - healed;
}

describe('Termination of all database connections', () => {
  const [TIMES, PAUSE] = byRunMode([4, 250], [30, 2000]);

  it('loses no acknowledged write, causes no error but 503, and recovers within two seconds (9.3)', async () => {
    await underLoad('connections terminated', LOAD, async (log) => {
      const healings: number[] = [];
      for (let time = 1; time <= TIMES; time += 1) {
        await query(
          on.cluster.url,
          `select pg_terminate_backend(pid) from pg_stat_activity
           where pid <> pg_backend_pid() and datname = current_database()`,
        );
        healings.push(await healing(log));
        await setTimeout(PAUSE);
      }
      expectAtMostInFullRun(2000, { 'longest until somebody was served': Math.max(...healings) });
      return { times: TIMES, longest_healing_ms: Math.max(...healings) };
    });
  });
});

describe('Network that drops all traffic', () => {
  const LENGTH = byRunMode(5000, 30_000);

  it('requests get 503 within the deadline, and the service recovers (12.4)', async () => {
    await underLoad('traffic swallowed', LOAD, async (log) => {
      const from = performance.now();
      await on.network.setState('silent');
      await setTimeout(LENGTH);
      const until = performance.now();
      const meanwhile = log.between(from, until);
      await on.network.setState('open');
      const healed = await healing(log);
      const sent = log.within(from, until);
      expect(findInvalidUnavailable(sent)).toEqual([]);
      // Earlier requests have waited in silence since `from` only.
      const waited = Math.max(
        maxDuration(sent),
        ...meanwhile.map(({ receivedAt: at, durationMs: took }) => Math.min(took, at - from)),
      );
      // The deadline of a request, or a wait for a connection followed by query_timeout.
      expectAtMostInFullRun(17_000, { 'longest wait in silence': waited });
      expectAtMostInFullRun(4000, { healing: healed });
      return { swallowed: meanwhile.length, longest_in_silence_ms: waited, healing_ms: healed };
    });
  });
});

onlyInFullRun(() => {
  describe('Network that refuses connections', () => {
    const LENGTH = byRunMode(1000, 10_000);

    it('requests get 503 within the connection timeout, and the service recovers (12.4)', async () => {
      await underLoad('connections refused', LOAD, async (log) => {
        await on.network.setState('refusing');
        const from = performance.now();
        await setTimeout(LENGTH);
        const meanwhile = log.within(from, performance.now());
        await on.network.setState('open');
        const healed = await healing(log);
        expect(findInvalidUnavailable(meanwhile)).toEqual([]);
        expectAtMostInFullRun(1500, { 'longest refusal': maxDuration(meanwhile), healing: healed });
        return { refused: meanwhile.length, longest_refusal_ms: maxDuration(meanwhile), healing_ms: healed };
      });
    });
  });

  describe('Network with a round-trip time of 50 milliseconds', () => {
    it('slows responses down and causes no errors (9.3)', async () => {
      on.network.delay(25);
      const load = { writing: 4, reading: 4 };
      await underLoad('latency', load, async (log, writers) => {
        await writers.waitForAcknowledged(100);
        on.network.delay(0);
        expectAtMostInFullRun(0, { 'answers 503': log.unavailable });
        return {};
      });
    });
  });
});
