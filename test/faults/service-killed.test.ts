import { afterEach, describe, expect, it } from '@jest/globals';
import { countRows } from '../support/database-session.js';
import { arePresent, startCluster, type Programs } from '../support/faults/cluster.js';
import { makeDataFolder } from '../support/faults/data-folder.js';
import { expectAtMostInFull, inForm, isFull, report } from '../support/faults/form.js';
import { settle } from '../support/faults/ledger.js';
import { prepareLives } from '../support/faults/lives.js';
import { startWriters } from '../support/faults/writers.js';
import { contradictions } from '../support/integrity.js';
import { endServiceProcesses } from '../support/service-process.js';

const ROUNDS = inForm(1, 20);
/** Creates that are acknowledged in each life, at least. */
const PER_LIFE = inForm(100, 200);

/** A database, and how a service is told of it. */
interface Home {
  readonly settings: Readonly<Record<string, string>>;
  databaseUrl(): string;
  /** Happens to the database, too, where the service is killed. */
  kill?(round: number): void;
  remove(): Promise<void> | void;
}

const onCluster = async (programs: Programs): Promise<Home> => {
  const { url, remove } = await startCluster({ programs });
  return { settings: { DATABASE_URL: url }, databaseUrl: () => url, remove };
};
const onItsOwn = async (): Promise<Home> => {
  const folder = makeDataFolder();
  // Every second time the service's database ends with it; else it goes on, until the next life takes its place.
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
  await endServiceProcesses();
  await home?.remove();
});

const endure = async ({ place, keyed, home: make }: (typeof HOMES)[number]) => {
  home = await make();
  const lives = await prepareLives(home.settings);
  const starts = [await lives.start()];
  const writers = startWriters(lives.origin, { keyed });
  for (let round = 1; round <= ROUNDS; round += 1) {
    await writers.reach(round * PER_LIFE);
    await lives.kill();
    home.kill?.(round);
    starts.push(await lives.start());
  }
  const ledger = await writers.stop();
  const url = home.databaseUrl();
  const [settled, half, rows] = [await settle(url, ledger), await contradictions(url), await countRows(url, 'events')];
  const figures = { kills: ROUNDS, ...settled, rows, half: half.length, longest_start_ms: Math.max(...starts) };
  report(`service killed ${place}${keyed ? ', keys' : ''}`, figures);
  expect({ ...settled, half }).toMatchObject({ lost: 0, doubled: 0, half: [] });
  expect(rows).toBe(settled.acknowledged + settled.unknownStored);
  if (keyed) expect([settled.unknown, await countRows(url, 'idempotency_keys')]).toEqual([0, rows]);
  expectAtMostInFull(5000, { 'longest start': Math.max(...starts) });
};

describe('a service that is killed while 64 clients write', () => {
  it.each(isFull ? HOMES : HOMES.slice(0, 1))(
    '9.3 12.3 has stored what it acknowledged, once and whole, and is soon ready again ($place, keys: $keyed)',
    endure,
  );

  const onSystem = arePresent('system') ? it : it.skip;
  if (!arePresent('system')) report('NOT TRIED on PostgreSQL 15, which is not on this machine', {});
  onSystem.each(isFull ? ON_SYSTEM : ON_SYSTEM.slice(1))(
    '9.3 12.3 has stored what it acknowledged, once and whole, and is soon ready again ($place, keys: $keyed)',
    endure,
  );
});
