import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { arePresent, startCluster, type Cluster, type Programs } from '../support/faults/cluster.js';
import { longest, median, startAnswerLog, unlikeUnavailable, type AnswerLog } from '../support/faults/answer-log.js';
import { startEmbeddedService, type EmbeddedService } from '../support/faults/embedded-service.js';
import { expectAtMostInFull, inForm, onlyInFull, report } from '../support/faults/form.js';
import { settle } from '../support/faults/ledger.js';
import { prepareLives } from '../support/faults/lives.js';
import { startReaders } from '../support/faults/readers.js';
import { expectWholePool } from '../support/faults/whole-pool.js';
import { startWriters } from '../support/faults/writers.js';
import { contradictions } from '../support/integrity.js';
import { eventually } from '../support/log-lines.js';
import { endServiceProcesses } from '../support/service-process.js';

/** How often it is killed. */
const ROUNDS = inForm(1, 20);
/** How many clients write and read at once. */
const [WRITING, READING] = inForm([16, 4], [64, 16]);
/** How long the database stays away, in milliseconds. */
const DOWN = inForm(1000, 3000);
/** How long the service is watched before and after, in milliseconds; the first of it is for getting well again. */
const [WATCHED, HEALING] = inForm([500, 0], [3000, 2000]);

/** A database that can be killed, and comes back at the same address. */
interface Mortal {
  readonly url: string;
  kill(): Promise<void>;
  /** Resolves once it answers again. */
  back(): Promise<void>;
}

let cluster: Cluster | undefined;
let embedded: EmbeddedService | undefined;
afterEach(async () => {
  await endServiceProcesses();
  await Promise.all([cluster?.remove(), embedded?.remove()]);
  cluster = embedded = undefined;
});

/** One time without the database: what was answered in it, and the rate after it in parts of the rate before. */
async function outage(database: Mortal, log: AnswerLog): Promise<{ away: [number, number]; rate: number }> {
  const killed = performance.now();
  const before = log.rate(killed - WATCHED, killed);
  await database.kill();
  const gone = performance.now();
  await setTimeout(DOWN);
  const coming = performance.now();
  await database.back();
  const back = performance.now();
  await setTimeout(HEALING + WATCHED);
  await eventually(() => log.firstSuccessAfter(back));
  return { away: [gone, coming], rate: log.rate(back + HEALING, back + HEALING + WATCHED) / before };
}

interface Scene {
  readonly what: string;
  readonly origin: string;
  readonly database: Mortal;
  /** Whether it stays away until it is called back. */
  readonly isAway: boolean;
}

async function killAgainAndAgain({ what, origin, database, isAway }: Scene): Promise<void> {
  const log = startAnswerLog();
  const writers = startWriters(origin, { ways: WRITING, onAnswer: log.hear });
  const readers = startReaders(origin, { ways: READING, onAnswer: log.hear });
  await eventually(() => (writers.ledger.acknowledged.size > WRITING ? true : undefined));
  await setTimeout(WATCHED);
  const outages: Awaited<ReturnType<typeof outage>>[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) outages.push(await outage(database, log));
  const [ledger] = await Promise.all([writers.stop(), readers.stop()]);
  await expectWholePool(origin, database.url);
  const settled = await settle(database.url, ledger);
  const half = await contradictions(database.url);
  const meanwhile = isAway ? outages.flatMap(({ away }) => sentIn(log, away)) : [];
  const rate = median(outages.map((each) => each.rate));
  const { answers, unavailable, other5xx, broken, longest_ms } = log.figures();
  const counted = { answers, unavailable, other5xx, broken, longest_ms };
  report(`database killed, ${what}`, {
    kills: ROUNDS,
    ...settled,
    half: half.length,
    ...counted,
    answers_without_it: meanwhile.length,
    longest_without_it_ms: longest(meanwhile),
    rate_after: rate.toFixed(2),
  });
  expect({ ...settled, half, ...counted }).toMatchObject({ lost: 0, doubled: 0, half: [], other5xx: 0, broken: 0 });
  expect(unlikeUnavailable(meanwhile)).toEqual([]);
  expectAtMostInFull(1500, { 'longest answer without the database': longest(meanwhile) });
  expectAtMostInFull(1 / 0.95, { 'rate before, in parts of the rate after': 1 / rate });
}

/** The answers to what was sent and answered between two moments. */
const sentIn = (log: AnswerLog, [from, to]: readonly [number, number]) =>
  log.between(from, to).filter(({ at, took }) => at - took >= from);

describe.each<Programs>(inForm(['embedded'], ['embedded', 'system']))(
  'a database by %s programs that is killed',
  (programs) => {
    const here = arePresent(programs);
    if (!here) process.stdout.write(`faults: SKIPPED: no ${programs} programs of PostgreSQL on this machine\n`);
    (here ? it : it.skip)(
      '9.3 12.4 makes every answer 503, costs nothing acknowledged, and heals without a restart',
      async () => {
        const made = (cluster = await startCluster({ programs }));
        const lives = await prepareLives({ DATABASE_URL: made.url });
        await lives.start();
        const database = { url: made.url, kill: made.kill, back: made.start };
        await killAgainAndAgain({ what: `${programs} programs`, origin: lives.origin, database, isAway: true });
      },
    );
  },
);

onlyInFull(() => {
  describe("the service's own database when it is killed", () => {
    it('9.3 12.4 is started again, costs nothing acknowledged, and all is well then', async () => {
      const service = (embedded = await startEmbeddedService());
      const { origin, database } = service;
      await killAgainAndAgain({ what: "the service's own", origin, database, isAway: false });
    });
  });
});
