import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { isInstalled, startCluster, type Cluster, type PostgresDistribution } from '../support/faults/cluster.js';
import {
  maxDuration,
  median,
  startResponseLog,
  findInvalidUnavailable,
  type ResponseLog,
} from '../support/faults/response-log.js';
import { startEmbeddedService, type EmbeddedService } from '../support/faults/embedded-service.js';
import {
  expectAtMostInFullRun,
  byRunMode,
  isFullRun,
  onlyInFullRun,
  printFigures,
} from '../support/faults/run-mode.js';
import { reconcile } from '../support/faults/write-ledger.js';
import { prepareRestartableService, type RestartableService } from '../support/faults/restartable-service.js';
import { startReadLoop } from '../support/faults/read-loop.js';
import { expectFullPool } from '../support/faults/expect-full-pool.js';
import { startWriteLoop } from '../support/faults/write-loop.js';
import { findInconsistencies } from '../support/database/find-inconsistencies.js';
import { eventually } from '../support/processes/log-lines.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';

/** How often it is killed. */
const ROUNDS = byRunMode(1, 20);
/** How many clients write and read at once. */
const [WRITING, READING] = byRunMode([16, 4], [64, 16]);
/** How long the database stays away, in milliseconds. */
const DOWN = byRunMode(1000, 3000);
/** How long the service has after a start until it is at its rate, in milliseconds. */
const WARMING = byRunMode(500, 15_000);
/** How long it has for getting well again, how long it is watched then, and after which rest once more, in milliseconds. */
const [HEALING, WATCHED, REST] = byRunMode([0, 500, 0], [2000, 3000, 2000]);
/** How long it is watched in the end, in milliseconds, and again as a new process, in the full form. */
const AT_LAST = 15_000;

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
  await stopServiceProcesses();
  await Promise.all([cluster?.remove(), embedded?.remove()]);
  cluster = embedded = undefined;
});

interface Outage {
  /** From when to when the database was away. */
  readonly away: readonly [number, number];
  /** The rate soon after its return, in parts of that a while later, when all that it has to do with the return is long done. */
  readonly rate: number;
}

async function outage(database: Mortal, log: ResponseLog): Promise<Outage> {
  await database.kill();
  const gone = performance.now();
  await setTimeout(DOWN);
  const coming = performance.now();
  await database.back();
  const back = performance.now();
  const later = HEALING + WATCHED + REST;
  await setTimeout(later + WATCHED);
  await eventually(() => log.firstSuccessAfter(back));
  const rate = (from: number) => log.rate(back + from, back + from + WATCHED);
  return { away: [gone, coming], rate: rate(HEALING) / rate(later) };
}

interface Scene {
  readonly what: string;
  readonly lives: RestartableService;
  readonly database: Mortal;
  /** Whether it stays away until it is called back. */
  readonly isAway: boolean;
}

/** The rate of a service that has got well again and again, in parts of that of a process that has seen nothing, with the same data. */
async function rateAsNew(lives: RestartableService, log: ResponseLog): Promise<number> {
  const watch = async () => {
    const from = performance.now();
    await setTimeout(AT_LAST);
    return log.rate(from, performance.now());
  };
  const worn = await watch();
  await lives.stop();
  await lives.start();
  await setTimeout(WARMING);
  return worn / (await watch());
}

async function killAgainAndAgain({ what, lives, database, isAway }: Scene): Promise<void> {
  const { origin } = lives;
  const log = startResponseLog();
  const writers = startWriteLoop(origin, { concurrency: WRITING, onResponse: log.record });
  const readers = startReadLoop(origin, { concurrency: READING, onResponse: log.record });
  await eventually(() => (writers.ledger.acknowledged.size > WRITING ? true : undefined));
  await setTimeout(WARMING);
  const outages: Outage[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) outages.push(await outage(database, log));
  const { responses: answers, unavailable, broken, longest_ms } = log.summary();
  const asNew = isFullRun ? await rateAsNew(lives, log) : 1;
  const [ledger] = await Promise.all([writers.stop(), readers.stop()]);
  await expectFullPool(origin, database.url);
  const settled = await reconcile(database.url, ledger);
  const half = await findInconsistencies(database.url);
  const meanwhile = isAway ? outages.flatMap(({ away }) => sentIn(log, away)) : [];
  const rate = median(outages.map((each) => each.rate));
  const { other5xx } = log.summary();
  const counted = { answers, unavailable, other5xx, broken, longest_ms };
  printFigures(`database killed, ${what}`, {
    kills: ROUNDS,
    ...settled,
    half: half.length,
    ...counted,
    answers_without_it: meanwhile.length,
    longest_without_it_ms: maxDuration(meanwhile),
    rate_after: rate.toFixed(2),
    rate_as_new: asNew.toFixed(2),
  });
  expect({ ...settled, half, ...counted }).toMatchObject({ lost: 0, duplicated: 0, half: [], other5xx: 0, broken: 0 });
  expect(findInvalidUnavailable(meanwhile)).toEqual([]);
  expectAtMostInFullRun(1500, { 'longest answer without the database': maxDuration(meanwhile) });
  expectAtMostInFullRun(1 / 0.95, { 'rate a while later, in parts of that soon after': 1 / rate });
  expectAtMostInFullRun(1 / 0.9, { 'rate of a new process, in parts of that in the end': 1 / asNew });
}

/** The answers to what was sent and answered between two moments. */
const sentIn = (log: ResponseLog, [from, to]: readonly [number, number]) =>
  log.between(from, to).filter(({ receivedAt: at, durationMs: took }) => at - took >= from);

describe.each<PostgresDistribution>(byRunMode(['embedded'], ['embedded', 'system']))(
  'a database by %s programs that is killed',
  (programs) => {
    const here = isInstalled(programs);
    if (!here) process.stdout.write(`faults: SKIPPED: no ${programs} programs of PostgreSQL on this machine\n`);
    (here ? it : it.skip)(
      '9.3 12.4 makes every answer 503, costs nothing acknowledged, and heals without a restart',
      async () => {
        const made = (cluster = await startCluster({ distribution: programs }));
        const lives = await prepareRestartableService({ DATABASE_URL: made.url });
        await lives.start();
        const database = { url: made.url, kill: made.kill, back: made.start };
        await killAgainAndAgain({ what: `${programs} programs`, lives, database, isAway: true });
      },
    );
  },
);

onlyInFullRun(() => {
  describe("the service's own database when it is killed", () => {
    it('9.3 12.4 is started again, costs nothing acknowledged, and all is well then', async () => {
      const lives = (embedded = await startEmbeddedService());
      await killAgainAndAgain({ what: "the service's own", lives, database: lives.database, isAway: false });
    });
  });
});
