import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { isInstalled, startCluster, type Cluster, type PostgresDistribution } from '../support/faults/cluster.js';
import { maxDuration, median, findInvalidUnavailable, ResponseLog } from '../support/faults/response-log.js';
import { startEmbeddedService, type EmbeddedService } from '../support/faults/embedded-service.js';
import { expectAtMostInFullRun, byRunMode, isFullRun, onlyInFullRun, printFigures } from '../support/jest/run-mode.js';
import { reconcile } from '../support/faults/write-ledger.js';
import { prepareRestartableService, type RestartableService } from '../support/faults/restartable-service.js';
import { LIST_READS, startRequestLoop } from '../support/faults/request-loop.js';
import { expectFullPool } from '../support/faults/expect-full-pool.js';
import { startWriteLoop } from '../support/faults/write-loop.js';
import { findInconsistencies } from '../support/database/find-inconsistencies.js';
import { eventually } from '../support/processes/log-lines.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';

/** Number of kills. */
const ROUNDS = byRunMode(1, 20);
/** Number of concurrent writers and readers. */
const [WRITING, READING] = byRunMode([16, 4], [64, 16]);
/** Duration of an outage in milliseconds. */
const DOWN = byRunMode(1000, 3000);
/** Time until a started service reaches its full request rate, in milliseconds. */
const WARMING = byRunMode(500, 15_000);
/** Recovery time, length of a rate measurement, and pause before the second measurement, in milliseconds. */
const [HEALING, WATCHED, REST] = byRunMode([0, 500, 0], [2000, 3000, 2000]);
/** Length of the final rate measurements in the full run, in milliseconds. */
const AT_LAST = 15_000;

/** A database that can be killed and returns with the same URL. */
interface Mortal {
  readonly url: string;
  kill(): Promise<void>;
  /** Resolves when the database responds again. */
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
  /** Begin and end of the outage. */
  readonly away: readonly [number, number];
  /** Request rate soon after the recovery, relative to the rate a while later. */
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
  /** Whether the database stays down until `back` is called. */
  readonly isAway: boolean;
}

/** Request rate of a service after all outages, relative to the rate of a new process with the same data. */
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
  const log = new ResponseLog();
  const writers = startWriteLoop(origin, { concurrency: WRITING, onResponse: log.record });
  const readers = startRequestLoop(origin, LIST_READS, { concurrency: READING, onResponse: log.record });
  await writers.waitForAcknowledged(WRITING + 1);
  await setTimeout(WARMING);
  const outages: Outage[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) outages.push(await outage(database, log));
  const counted = log.summary();
  const unexpected = [...log.unexpected];
  const asNew = isFullRun ? await rateAsNew(lives, log) : 1;
  const [ledger] = await Promise.all([writers.stop(), readers.stop()]);
  await expectFullPool(origin, database.url);
  const settled = await reconcile(database.url, ledger);
  const half = await findInconsistencies(database.url);
  // While `rateAsNew` restarts the service, connections break.
  unexpected.push(...log.unexpected.slice(unexpected.length).filter((each) => !each.endsWith(': 0 ')));
  const meanwhile = isAway ? outages.flatMap(({ away }) => log.within(...away)) : [];
  const rate = median(outages.map((each) => each.rate));
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
  expect([unexpected, half]).toEqual([[], []]);
  expect(settled).toMatchObject({ lost: 0, duplicated: 0 });
  expect(findInvalidUnavailable(meanwhile)).toEqual([]);
  expectAtMostInFullRun(1500, { 'longest answer without the database': maxDuration(meanwhile) });
  expectAtMostInFullRun(1 / 0.95, { 'rate a while later, in parts of that soon after': 1 / rate });
  expectAtMostInFullRun(1 / 0.9, { 'rate of a new process, in parts of that in the end': 1 / asNew });
}

describe.each<PostgresDistribution>(byRunMode(['embedded'], ['embedded', 'system']))(
  'Killed database with %s programs',
  (programs) => {
    const here = isInstalled(programs);
    if (!here) process.stdout.write(`faults: SKIPPED: no ${programs} programs of PostgreSQL on this machine\n`);
    (here ? it : it.skip)(
      'requests get 503, no acknowledged write is lost, and the service recovers without a restart (9.3, 12.4)',
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
  describe('Killed embedded database', () => {
    it('is restarted by the service, and no acknowledged write is lost (9.3, 12.4)', async () => {
      const lives = (embedded = await startEmbeddedService());
      await killAgainAndAgain({ what: "the service's own", lives, database: lives.database, isAway: false });
    });
  });
});
