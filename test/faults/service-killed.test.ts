import { afterEach, describe, expect, it } from 'vitest';
import { countRows } from '../support/database/database-session.js';
import { isInstalled, startCluster, type PostgresDistribution } from '../support/faults/cluster.js';
import { createDataFolder } from '../support/faults/embedded-service.js';
import { expectAtMostInFullRun, byRunMode, isFullRun, printFigures } from '../support/run/run-mode.js';
import { prepareRestartableService } from '../support/faults/restartable-service.js';
import { expectAllStored, startWriteLoop } from '../support/faults/write-loop.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';

const ROUNDS = byRunMode(1, 20);
/** Kill n happens after n times this number of acknowledged creates. */
const CREATES_PER_KILL = byRunMode(100, 200);

/** A database and the service settings that use it. */
interface DatabaseSetup {
  readonly settings: Readonly<Record<string, string>>;
  databaseUrl(): string;
  /** Called after each kill of the service, to kill the database too. */
  kill?(round: number): Promise<void>;
  remove(): Promise<void> | void;
}

const setUpCluster = async (distribution: PostgresDistribution): Promise<DatabaseSetup> => {
  const { url, remove } = await startCluster({ distribution });
  return { settings: { DATABASE_URL: url }, databaseUrl: () => url, remove };
};
const setUpEmbedded = async (): Promise<DatabaseSetup> => {
  const folder = createDataFolder();
  // Every second kill also ends the embedded database. Otherwise it runs until the next start replaces it.
  const kill = async (round: number) =>
    void (round % 2 === 0 && process.kill((await folder.postmaster()) ?? NaN, 'SIGKILL'));
  return { ...folder, settings: { DATA_DIR: folder.path }, kill };
};

const withAndWithoutKeys = (database: string, setUp: () => Promise<DatabaseSetup>) =>
  [true, false].map((keyed) => ({ database, keyed, setUp }));
const CASES = [
  ...withAndWithoutKeys('embedded database', setUpEmbedded),
  ...withAndWithoutKeys('separate cluster', () => setUpCluster('embedded')),
];
const SYSTEM_CASES = withAndWithoutKeys("Debian's PostgreSQL 15", () => setUpCluster('system'));

let setup: DatabaseSetup | undefined;
afterEach(async () => {
  await stopServiceProcesses();
  await setup?.remove();
});

const killRepeatedly = async ({ database, keyed, setUp }: (typeof CASES)[number]) => {
  setup = await setUp();
  const service = await prepareRestartableService(setup.settings);
  const startTimes = [await service.start()];
  const writers = startWriteLoop(service.origin, { isKeyed: keyed });
  for (let round = 1; round <= ROUNDS; round += 1) {
    await writers.waitForAcknowledged(round * CREATES_PER_KILL);
    await service.kill();
    await setup.kill?.(round);
    startTimes.push(await service.start());
  }
  const ledger = await writers.stop();
  const url = setup.databaseUrl();
  const [rows, longestMs] = [await countRows(url, 'events'), Math.max(...startTimes)];
  const figures = { kills: ROUNDS, rows, longest_start_ms: longestMs };
  const title = `service killed, ${database}${keyed ? ', keys' : ''}`;
  const { acknowledged, unknown, unknownStored } = await expectAllStored(title, url, ledger, figures);
  expect(rows).toBe(acknowledged + unknownStored);
  if (keyed) expect([unknown, await countRows(url, 'idempotency_keys')]).toEqual([0, rows]);
  expectAtMostInFullRun(5000, { 'longest start': longestMs });
};

describe('Service killed while 64 clients write', () => {
  it.each(isFullRun ? CASES : CASES.slice(0, 1))(
    'stores acknowledged writes once and completely, and restarts within 5 s: $database, keys $keyed (9.3, 12.3)',
    killRepeatedly,
  );

  const itOnSystem = isInstalled('system') ? it : it.skip;
  if (!isInstalled('system')) printFigures('SKIPPED: PostgreSQL 15 is not installed', {});
  itOnSystem.each(isFullRun ? SYSTEM_CASES : SYSTEM_CASES.slice(0, 1))(
    'stores acknowledged writes once and completely, and restarts within 5 s: $database, keys $keyed (9.3, 12.3)',
    killRepeatedly,
  );
});
