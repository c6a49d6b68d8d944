import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '../support/database/database-session.js';
import {
  maxDuration,
  startResponseLog,
  findInvalidUnavailable,
  type ResponseLog,
} from '../support/faults/response-log.js';
import { startCluster, type Cluster } from '../support/faults/cluster.js';
import { expectAtMostInFullRun, byRunMode, onlyInFullRun, printFigures } from '../support/jest/run-mode.js';
import { reconcile } from '../support/faults/write-ledger.js';
import { prepareRestartableService, type RestartableService } from '../support/faults/restartable-service.js';
import { startNetwork, type Network } from '../support/faults/network.js';
import { startReadLoop } from '../support/faults/read-loop.js';
import { expectFullPool } from '../support/faults/expect-full-pool.js';
import { startWriteLoop } from '../support/faults/write-loop.js';
import { findInconsistencies } from '../support/database/find-inconsistencies.js';
import { eventually } from '../support/processes/log-lines.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';

/** Number of concurrent writers and readers. */
const [WRITING, READING] = byRunMode([16, 4], [64, 16]);

let cluster: Cluster;
let network: Network;
let lives: RestartableService;
beforeAll(async () => {
  cluster = await startCluster();
  network = await startNetwork(cluster.url);
  lives = await prepareRestartableService({ DATABASE_URL: network.url });
  await lives.start();
});
afterAll(async () => {
  await stopServiceProcesses();
  await network.close();
  await cluster.remove();
});

/** Runs `work` while clients write and read. Expects that no acknowledged write is lost or duplicated. */
async function underLoad(what: string, work: (log: ResponseLog) => Promise<Record<string, number>>): Promise<void> {
  const log = startResponseLog();
  const writers = startWriteLoop(lives.origin, { concurrency: WRITING, onResponse: log.record });
  const readers = startReadLoop(lives.origin, { concurrency: READING, onResponse: log.record });
  await eventually(() => (writers.ledger.acknowledged.size > WRITING ? true : undefined));
  const measured = await work(log);
  const [ledger] = await Promise.all([writers.stop(), readers.stop()]);
  await expectFullPool(lives.origin, cluster.url);
  const [settled, half] = [await reconcile(cluster.url, ledger), await findInconsistencies(cluster.url)];
  const counted = { ...settled, half: half.length, ...log.summary() };
  printFigures(what, { ...counted, ...measured });
  expect({ ...counted, half }).toMatchObject({ lost: 0, duplicated: 0, half: [], other5xx: 0, broken: 0 });
}

/** Time from now until the next successful response, in milliseconds. */
async function healing(log: ResponseLog): Promise<number> {
  const healed = performance.now();
  return (await eventually(() => log.firstSuccessAfter(healed))).receivedAt - healed;
}

describe('Termination of all database connections', () => {
  const [TIMES, PAUSE] = byRunMode([4, 250], [30, 2000]);

  it('loses no acknowledged write, causes no error but 503, and recovers within two seconds (9.3)', async () => {
    await underLoad('connections terminated', async (log) => {
      const healings: number[] = [];
      for (let time = 1; time <= TIMES; time += 1) {
        await query(
          cluster.url,
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
    await underLoad('traffic swallowed', async (log) => {
      const from = performance.now();
      await network.setState('silent');
      await setTimeout(LENGTH);
      const meanwhile = log.between(from, performance.now());
      await network.setState('open');
      const healed = await healing(log);
      const sent = meanwhile.filter(({ receivedAt: at, durationMs: took }) => at - took >= from);
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
      await underLoad('connections refused', async (log) => {
        await network.setState('refusing');
        const from = performance.now();
        await setTimeout(LENGTH);
        const meanwhile = log
          .between(from, performance.now())
          .filter(({ receivedAt: at, durationMs: took }) => at - took >= from);
        await network.setState('open');
        const healed = await healing(log);
        expect(findInvalidUnavailable(meanwhile)).toEqual([]);
        expectAtMostInFullRun(1500, { 'longest refusal': maxDuration(meanwhile), healing: healed });
        return { refused: meanwhile.length, longest_refusal_ms: maxDuration(meanwhile), healing_ms: healed };
      });
    });
  });

  describe('Network with a round-trip time of 50 milliseconds', () => {
    it('slows responses down and causes no errors (9.3)', async () => {
      network.delay(25);
      const log = startResponseLog();
      const writers = startWriteLoop(lives.origin, { concurrency: 4, onResponse: log.record });
      const readers = startReadLoop(lives.origin, { concurrency: 4, onResponse: log.record });
      await eventually(() => (writers.ledger.acknowledged.size >= byRunMode(8, 100) ? true : undefined));
      const [ledger] = await Promise.all([writers.stop(), readers.stop()]);
      network.delay(0);
      const counted = { ...(await reconcile(cluster.url, ledger)), ...log.summary() };
      printFigures('latency', counted);
      expect(counted).toMatchObject({ lost: 0, duplicated: 0, other5xx: 0, broken: 0 });
      expectAtMostInFullRun(0, { 'answers 503': counted.unavailable });
    });
  });
});
