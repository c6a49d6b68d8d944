import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { isInstalled, startCluster, type Cluster, type PostgresDistribution } from '../support/faults/cluster.js';
import { startEmbeddedService, type EmbeddedService } from '../support/faults/embedded-service.js';
import { startLoad } from '../support/faults/load.js';
import { prepareRestartableService, type RestartableService } from '../support/faults/restartable-service.js';
import {
  findInvalidUnavailable,
  MAX_OVERLOADED,
  maxDuration,
  median,
  type ResponseLog,
} from '../support/faults/response-log.js';
import { expectAtMostInFullRun, byRunMode, isFullRun, onlyInFullRun } from '../support/run/run-mode.js';
import { query } from '../support/database/database-session.js';
import { eventually } from '../support/processes/log-lines.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';

/** Number of kills. */
const ROUNDS = byRunMode(1, 20);
/** Number of concurrent writers and readers. */
const CLIENTS = byRunMode({ writers: 16, readers: 4 }, { writers: 64, readers: 16 });
/** Time until the service notices a kill, and duration of an outage, in milliseconds. */
const DETECTION_MS = 50;
const OUTAGE_MS = byRunMode(1000, 3000);
/** Time until a started service reaches its full request rate, in milliseconds. */
const WARM_UP_MS = byRunMode(500, 15_000);
/** Recovery time, length of a rate measurement, and pause before the second measurement, in milliseconds. */
const [RECOVERY_MS, MEASUREMENT_MS, PAUSE_MS] = byRunMode([0, 500, 0], [2000, 3000, 2000]);
/** Length of the final rate measurements in the full run, in milliseconds. */
const FINAL_MEASUREMENT_MS = 15_000;

/** A database that can be killed and returns with the same URL. */
interface KillableDatabase {
  url(): string;
  kill(): Promise<void>;
  /** Resolves when the database responds again. May start it. */
  waitUntilReady(): Promise<void>;
}

let cluster: Cluster | undefined;
let embedded: EmbeddedService | undefined;
afterEach(async () => {
  await stopServiceProcesses();
  await Promise.all([cluster?.remove(), embedded?.remove()]);
  cluster = embedded = undefined;
});

interface Outage {
  /** Start and end of the outage, by `performance.now()`. */
  readonly interval: readonly [number, number];
  /** Request rate soon after the recovery, relative to the rate a while later. */
  readonly relativeRate: number;
}

async function causeOutage(database: KillableDatabase, log: ResponseLog): Promise<Outage> {
  await database.kill();
  // Until its change listener notices the kill, the service may respond from its cache.
  await setTimeout(DETECTION_MS);
  const killedAt = performance.now();
  await setTimeout(OUTAGE_MS);
  const restartedAt = performance.now();
  await database.waitUntilReady();
  const backAt = performance.now();
  const laterStartMs = RECOVERY_MS + MEASUREMENT_MS + PAUSE_MS;
  await setTimeout(laterStartMs + MEASUREMENT_MS);
  await eventually(() => log.firstSuccessAfter(backAt));
  const rate = (startMs: number) => log.successesPerSecond(backAt + startMs, backAt + startMs + MEASUREMENT_MS);
  return { interval: [killedAt, restartedAt], relativeRate: rate(RECOVERY_MS) / rate(laterStartMs) };
}

interface KillCase {
  readonly title: string;
  readonly service: RestartableService;
  readonly database: KillableDatabase;
  /** Whether the database stays down until `waitUntilReady` is called. */
  readonly staysDown: boolean;
}

/** Request rate of a service after all outages, relative to the rate of a new process with the same data. */
async function finalRelativeRate({ service, database }: KillCase, log: ResponseLog): Promise<number> {
  // In a crash, PostgreSQL loses its counters of changed rows. Without them, it analyzes the tables up to a minute later.
  await query(database.url(), 'analyze');
  const measureRate = async () => {
    const startedAt = performance.now();
    await setTimeout(FINAL_MEASUREMENT_MS);
    return log.successesPerSecond(startedAt, performance.now());
  };
  const finalRate = await measureRate();
  await service.stop();
  await service.start();
  await setTimeout(WARM_UP_MS);
  return finalRate / (await measureRate());
}

async function killRepeatedly(killCase: KillCase): Promise<void> {
  const { title, service, database, staysDown } = killCase;
  const load = await startLoad(service.origin, CLIENTS);
  const { log } = load;
  await setTimeout(WARM_UP_MS);
  const outages: Outage[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) outages.push(await causeOutage(database, log));
  const [summary, unexpected] = [log.summary(), [...log.unexpected]];
  const finalRatio = isFullRun ? await finalRelativeRate(killCase, log) : 1;
  const outageResponses = staysDown ? outages.flatMap(({ interval }) => log.within(...interval)) : [];
  const longestMs = maxDuration(outageResponses);
  const relativeRate = median(outages.map((outage) => outage.relativeRate));
  await load.finish(`database killed, ${title}`, database.url(), {
    kills: ROUNDS,
    ...summary,
    responses_during_outages: outageResponses.length,
    longest_during_outages_ms: longestMs,
    relative_rate_after: relativeRate.toFixed(2),
    final_relative_rate: finalRatio.toFixed(2),
  });
  // While `finalRelativeRate` restarts the service, connections break.
  unexpected.push(...log.unexpected.slice(unexpected.length).filter((message) => !message.endsWith(': 0 ')));
  expect(unexpected).toEqual([]);
  expect(findInvalidUnavailable(outageResponses)).toEqual([]);
  expect(log.overloaded).toBeLessThanOrEqual(log.total * MAX_OVERLOADED);
  expectAtMostInFullRun(1500, { 'longest response during an outage': longestMs });
  expectAtMostInFullRun(1 / 0.95, { 'later rate, relative to the rate after the recovery': 1 / relativeRate });
  expectAtMostInFullRun(1 / 0.9, { 'rate of a new process, relative to the final rate': 1 / finalRatio });
}

describe.each<PostgresDistribution>(byRunMode(['embedded'], ['embedded', 'system']))(
  'Killed database with %s programs',
  (distribution) => {
    const canRun = isInstalled(distribution);
    if (!canRun)
      process.stdout.write(`faults: SKIPPED: the ${distribution} programs of PostgreSQL are not installed\n`);
    (canRun ? it : it.skip)(
      'requests get 503, no acknowledged write is lost, and the service recovers without a restart (9.3, 12.4)',
      async () => {
        const { url, kill, start } = (cluster = await startCluster({ distribution }));
        const service = await prepareRestartableService({ DATABASE_URL: url });
        await service.start();
        const database = { url: () => url, kill, waitUntilReady: start };
        await killRepeatedly({ title: `${distribution} programs`, service, database, staysDown: true });
      },
    );
  },
);

onlyInFullRun(() => {
  describe('Killed embedded database', () => {
    it('is restarted by the service, and no acknowledged write is lost (9.3, 12.4)', async () => {
      const service = (embedded = await startEmbeddedService());
      await killRepeatedly({ title: 'embedded database', service, database: service.database, staysDown: false });
    });
  });
});
