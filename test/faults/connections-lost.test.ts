import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '../support/database-session.js';
import { longest, startAnswerLog, unlikeUnavailable, type AnswerLog } from '../support/faults/answer-log.js';
import { startCluster, type Cluster } from '../support/faults/cluster.js';
import { expectAtMostInFull, inForm, onlyInFull, report } from '../support/faults/form.js';
import { settle } from '../support/faults/ledger.js';
import { prepareLives, type Lives } from '../support/faults/lives.js';
import { layNetwork, type Network } from '../support/faults/network.js';
import { startReaders } from '../support/faults/readers.js';
import { expectWholePool } from '../support/faults/whole-pool.js';
import { startWriters } from '../support/faults/writers.js';
import { contradictions } from '../support/integrity.js';
import { eventually } from '../support/log-lines.js';
import { endServiceProcesses } from '../support/service-process.js';

/** How many clients write and read at once. */
const [WRITING, READING] = inForm([16, 4], [64, 16]);

let cluster: Cluster;
let network: Network;
let lives: Lives;
beforeAll(async () => {
  cluster = await startCluster();
  network = await layNetwork(cluster.url);
  lives = await prepareLives({ DATABASE_URL: network.url });
  await lives.start();
});
afterAll(async () => {
  await endServiceProcesses();
  await network.close();
  await cluster.remove();
});

/** Has clients write and read while something is done to their service, and expects that nothing acknowledged is lost. */
async function underLoad(what: string, work: (log: AnswerLog) => Promise<Record<string, number>>): Promise<void> {
  const log = startAnswerLog();
  const writers = startWriters(lives.origin, { ways: WRITING, onAnswer: log.hear });
  const readers = startReaders(lives.origin, { ways: READING, onAnswer: log.hear });
  await eventually(() => (writers.ledger.acknowledged.size > WRITING ? true : undefined));
  const measured = await work(log);
  const [ledger] = await Promise.all([writers.stop(), readers.stop()]);
  await expectWholePool(lives.origin, cluster.url);
  const [settled, half] = [await settle(cluster.url, ledger), await contradictions(cluster.url)];
  const counted = { ...settled, half: half.length, ...log.figures() };
  report(what, { ...counted, ...measured });
  expect({ ...counted, half }).toMatchObject({ lost: 0, doubled: 0, half: [], other5xx: 0, broken: 0 });
}

/** How long it takes from now until a client is served, in milliseconds. */
async function healing(log: AnswerLog): Promise<number> {
  const healed = performance.now();
  return (await eventually(() => log.firstSuccessAfter(healed))).at - healed;
}

describe('connections to the database that all end at once', () => {
  const [TIMES, PAUSE] = inForm([4, 250], [30, 2000]);

  it('9.3 again and again cost nothing acknowledged, nothing but 503, and no time', async () => {
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
      expectAtMostInFull(2000, { 'longest until somebody was served': Math.max(...healings) });
      return { times: TIMES, longest_healing_ms: Math.max(...healings) };
    });
  });
});

describe('a network that swallows what it is given', () => {
  const LENGTH = inForm(5000, 30_000);

  it('12.4 keeps nobody waiting for longer than a silent database may, and all is well after it', async () => {
    await underLoad('traffic swallowed', async (log) => {
      const from = performance.now();
      await network.turn('silent');
      await setTimeout(LENGTH);
      const meanwhile = log.between(from, performance.now());
      await network.turn('open');
      const healed = await healing(log);
      const sent = meanwhile.filter(({ at, took }) => at - took >= from);
      expect(unlikeUnavailable(sent)).toEqual([]);
      // What was sent before has waited in silence since then.
      const waited = Math.max(longest(sent), ...meanwhile.map(({ at, took }) => Math.min(took, at - from)));
      expectAtMostInFull(4000, { 'longest wait in silence': waited, healing: healed });
      return { swallowed: meanwhile.length, longest_in_silence_ms: waited, healing_ms: healed };
    });
  });
});

onlyInFull(() => {
  describe('a network that refuses connections', () => {
    const LENGTH = inForm(1000, 10_000);

    it('12.4 makes every answer 503 within the time of a connection, and all is well after it', async () => {
      await underLoad('connections refused', async (log) => {
        await network.turn('refusing');
        const from = performance.now();
        await setTimeout(LENGTH);
        const meanwhile = log.between(from, performance.now()).filter(({ at, took }) => at - took >= from);
        await network.turn('open');
        const healed = await healing(log);
        expect(unlikeUnavailable(meanwhile)).toEqual([]);
        expectAtMostInFull(1500, { 'longest refusal': longest(meanwhile), healing: healed });
        return { refused: meanwhile.length, longest_refusal_ms: longest(meanwhile), healing_ms: healed };
      });
    });
  });

  describe('a network that takes 50 milliseconds there and back', () => {
    it('9.3 makes answers later, and no other', async () => {
      network.delay(25);
      const log = startAnswerLog();
      const writers = startWriters(lives.origin, { ways: 4, onAnswer: log.hear });
      const readers = startReaders(lives.origin, { ways: 4, onAnswer: log.hear });
      await eventually(() => (writers.ledger.acknowledged.size >= inForm(8, 100) ? true : undefined));
      const [ledger] = await Promise.all([writers.stop(), readers.stop()]);
      network.delay(0);
      const counted = { ...(await settle(cluster.url, ledger)), ...log.figures() };
      report('latency', counted);
      expect(counted).toMatchObject({ lost: 0, doubled: 0, other5xx: 0, broken: 0 });
      expectAtMostInFull(0, { 'answers 503': counted.unavailable });
    });
  });
});
