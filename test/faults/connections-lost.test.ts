import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { query } from '../support/database/database-session.js';
import { useCluster } from '../support/faults/cluster-fixture.js';
import { startLoad, type Load } from '../support/faults/load.js';
import {
  findInvalidUnavailable,
  MAX_OVERLOADED,
  maxDuration,
  type ResponseLog,
} from '../support/faults/response-log.js';
import { eventually } from '../support/processes/log-lines.js';
import { expectAtMostInFullRun, byRunMode, onlyInFullRun } from '../support/run/run-mode.js';

/** Number of concurrent writers and readers. */
const CLIENTS = byRunMode({ writers: 16, readers: 4 }, { writers: 64, readers: 16 });

const fixture = useCluster({ network: true });

/**
 * Runs `work` while clients write and read. Expects that no acknowledged write is lost or duplicated.
 * @param maxOverloaded the highest fraction of responses that may be 429
 */
async function underLoad(
  title: string,
  work: (load: Load) => Promise<Record<string, number>>,
  { maxOverloaded = MAX_OVERLOADED, clients = CLIENTS } = {},
): Promise<void> {
  const load = await startLoad(fixture.service.origin, clients);
  const figures = await work(load);
  await load.finish(title, fixture.cluster.url, figures);
  expect(load.log.unexpected).toEqual([]);
  expect(load.log.overloaded).toBeLessThanOrEqual(load.log.total * maxOverloaded);
}

/** Time from now to the first success of a request that is sent later, in milliseconds. */
async function measureRecovery(log: ResponseLog): Promise<number> {
  const startedAt = performance.now();
  return (await eventually(() => log.firstSuccessAfter(startedAt))).receivedAt - startedAt;
}

describe('Termination of all database connections', () => {
  const [TERMINATIONS, PAUSE_MS] = byRunMode([4, 250], [30, 2000]);

  it('loses no acknowledged write, causes no errors but 503 and a few 429, and recovers within two seconds (9.3)', async () => {
    await underLoad('connections terminated', async ({ log }) => {
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

  it('requests get 503 or 429 within 17 seconds, and the service recovers (12.4)', async () => {
    // Lists queue behind lists that wait for the database, and get 429 after 7 s.
    const work = async ({ log }: Load) => {
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
    };
    await underLoad('traffic dropped', work, { maxOverloaded: 1 / 20 });
  });
});

onlyInFullRun(() => {
  describe('Network that refuses connections', () => {
    const OUTAGE_MS = 10_000;

    it('requests get 503 within 1.5 seconds, and the service recovers (12.4)', async () => {
      await underLoad('connections refused', async ({ log }) => {
        await fixture.network.setState('refusing');
        const startedAt = performance.now();
        await setTimeout(OUTAGE_MS);
        const outageResponses = log.within(startedAt, performance.now());
        await fixture.network.setState('open');
        const recoveryMs = await measureRecovery(log);
        expect(findInvalidUnavailable(outageResponses)).toEqual([]);
        const longestMs = maxDuration(outageResponses);
        expectAtMostInFullRun(1500, { 'longest refusal': longestMs, recovery: recoveryMs });
        return { during_outage: outageResponses.length, longest_refusal_ms: longestMs, recovery_ms: recoveryMs };
      });
    });
  });

  describe('Network with a round-trip time of 50 milliseconds', () => {
    it('causes no errors, and no responses with 503 or 429 (9.3)', async () => {
      fixture.network.delay(25);
      const work = async ({ log, writers }: Load) => {
        await writers.waitForAcknowledged(100);
        fixture.network.delay(0);
        expectAtMostInFullRun(0, { 'responses with 503 or 429': log.unavailable + log.overloaded });
        return {};
      };
      await underLoad('latency', work, { clients: { writers: 4, readers: 4 } });
    });
  });
});
