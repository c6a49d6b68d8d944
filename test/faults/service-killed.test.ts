import { afterEach, describe, expect, it } from '@jest/globals';
import { countRows } from '../support/database/database-session.js';
import { isInstalled, startCluster, type PostgresDistribution } from '../support/faults/cluster.js';
import { createDataFolder } from '../support/faults/data-folder.js';
import { expectAtMostInFullRun, byRunMode, isFullRun, printFigures } from '../support/jest/run-mode.js';
import { reconcile } from '../support/faults/write-ledger.js';
import { prepareRestartableService } from '../support/faults/restartable-service.js';
import { startWriteLoop } from '../support/faults/write-loop.js';
import { findInconsistencies } from '../support/database/find-inconsistencies.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';

const ROUNDS = byRunMode(1, 20);
/** Minimum number of acknowledged creates between two kills. */
const PER_LIFE = byRunMode(100, 200);

/** A database and the service settings that use it. */
interface Home {
  readonly settings: Readonly<Record<string, string>>;
  databaseUrl(): string;
  /** Called when the service is killed, to kill the database too. */
  kill?(round: number): void;
  remove(): Promise<void> | void;
}

const onCluster = async (programs: PostgresDistribution): Promise<Home> => {
  const { url, remove } = await startCluster({ distribution: programs });
  return { settings: { DATABASE_URL: url }, databaseUrl: () => url, remove };
};
const onItsOwn = async (): Promise<Home> => {
  const folder = createDataFolder();
  // Every second kill also ends the embedded database. Otherwise it runs until the next start replaces it.
  const kill = (round: number) => void (round % 2 === 0 && process.kill(folder.postmaster(), 'SIGKILL'));
  return { ...folder, settings: { DATA_DIR: folder.path }, kill };
};

const HOMES = [
  { place: 'on a database of its own', keyed: true, home: onItsOwn },
  { place: 'on a database of its own', keyed: false, home: onItsOwn },
  { place: 'on a cluster', keyed: true, home: () => onCluster('embedded') },
  { place: 'on a cluster', keyed: false, home: () => onCluster('embedded') },
];
const ON_SYSTEM = [false, true].map((keyed) => ({
  place: "on Debian's PostgreSQL 15",
  keyed,
  home: () => onCluster('system'),
}));

let home: Home | undefined;
afterEach(async () => {
  await stopServiceProcesses();
  await home?.remove();
});

const endure = async ({ place, keyed, home: make }: (typeof HOMES)[number]) => {
  home = await make();
  const lives = await prepareRestartableService(home.settings);
  const starts = [await lives.start()];
  const writers = startWriteLoop(lives.origin, { isKeyed: keyed });
  for (let round = 1; round <= ROUNDS; round += 1) {
    await writers.waitForAcknowledged(round * PER_LIFE);
    await lives.kill();
    home.kill?.(round);
    starts.push(await lives.start());
  }
  const ledger = await writers.stop();
  const url = home.databaseUrl();
  const [settled, half, rows] = [
    await reconcile(url, ledger),
    await findInconsistencies(url),
    await countRows(url, 'events'),
  ];
  const figures = { kills: ROUNDS, ...settled, rows, half: half.length, longest_start_ms: Math.max(...starts) };
  printFigures(`service killed ${place}${keyed ? ', keys' : ''}`, figures);
  expect({ ...settled, half }).toMatchObject({ lost: 0, duplicated: 0, half: [] });
  expect(rows).toBe(settled.acknowledged + settled.unknownStored);
  if (keyed) expect([settled.unknown, await countRows(url, 'idempotency_keys')]).toEqual([0, rows]);
  expectAtMostInFullRun(5000, { 'longest start': Math.max(...starts) });
};

describe('Service killed while 64 clients write', () => {
  it.each(isFullRun ? HOMES : HOMES.slice(0, 1))(
    'stores acknowledged writes once and completely and restarts quickly: $place, keys $keyed (9.3, 12.3)',
    endure,
  );

  const onSystem = isInstalled('system') ? it : it.skip;
  if (!isInstalled('system')) printFigures('NOT TRIED on PostgreSQL 15, which is not on this machine', {});
  onSystem.each(isFullRun ? ON_SYSTEM : ON_SYSTEM.slice(1))(
    'stores acknowledged writes once and completely and restarts quickly: $place, keys $keyed (9.3, 12.3)',
    endure,
  );
});
