import { mkdirSync, chownSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findSystemUser } from '../../src/embedded-postgres/postgres-program.js';
import { query } from '../support/database/database-session.js';
import { startCluster, type Cluster } from '../support/faults/cluster.js';
import { createDataFolder, startEmbeddedService, type EmbeddedService } from '../support/faults/embedded-service.js';
import { LIST_READS, startRequestLoop } from '../support/faults/request-loop.js';
import { findInvalidUnavailable, ResponseLog } from '../support/faults/response-log.js';
import { prepareRestartableService } from '../support/faults/restartable-service.js';
import { expectAllStored, startWriteLoop } from '../support/faults/write-loop.js';
import { eventually } from '../support/processes/log-lines.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';
import { byRunMode, onlyInFullRun } from '../support/run/run-mode.js';
import { mountSmallDisk, type SmallDisk } from './small-disk.js';

const WRITERS = byRunMode(4, 64);
/** Minimum number of consecutive rejected writes on the full disk. */
const MIN_REJECTED = byRunMode(10, 500);

/** SQLSTATE disk_full */
const DISK_FULL = '53100';

/** Whether this account can mount a file system, which requires root. */
const canMount = process.getuid?.() === 0 && (await mountSmallDisk(1).then((disk) => disk?.remove().then(() => true)));
if (!canMount) process.stdout.write('faults: SKIPPED: full disk: this account cannot mount a file system\n');
const itIfMountable = canMount ? it : it.skip;

let disk: SmallDisk | undefined;
let cluster: Cluster | undefined;
let embedded: EmbeddedService | undefined;
afterEach(async () => {
  disk?.free();
  await stopServiceProcesses();
  await Promise.all([cluster?.remove(), embedded?.remove()]);
  await disk?.remove();
  disk = cluster = embedded = undefined;
});

async function mount(megabytes: number): Promise<SmallDisk> {
  disk = await mountSmallDisk(megabytes);
  if (!disk) throw new Error('No file system could be mounted');
  return disk;
}

type Load = Awaited<ReturnType<typeof startLoad>>;

async function startLoad(origin: string) {
  const [writes, reads] = [new ResponseLog(), new ResponseLog()];
  const writers = startWriteLoop(origin, { concurrency: WRITERS, onResponse: writes.record });
  await writers.waitForAcknowledged(WRITERS);
  const readers = startRequestLoop(origin, LIST_READS, { concurrency: 2, onResponse: reads.record });
  return { writes, reads, writers, readers };
}

async function startLoadOnCluster(options: Parameters<typeof startCluster>[0]) {
  const startedCluster = (cluster = await startCluster(options));
  const service = await prepareRestartableService({ DATABASE_URL: startedCluster.url });
  await service.start();
  return { ...startedCluster, load: await startLoad(service.origin) };
}

/** Fills the disk and waits until the last `MIN_REJECTED` writes were rejected with 503. */
async function expectRejections({ writes }: Load, fill: () => Promise<void> | void): Promise<void> {
  const filledAt = performance.now();
  await fill();
  const rejected = await eventually(() => {
    const lastWrites = writes.between(filledAt, Infinity).slice(-MIN_REJECTED);
    const areRejected = lastWrites.length === MIN_REJECTED && lastWrites.every(({ status }) => status === 503);
    return areRejected ? lastWrites : undefined;
  });
  expect(findInvalidUnavailable(rejected)).toEqual([]);
}

async function finishLoad(title: string, url: string, { writes, reads, writers, readers }: Load): Promise<void> {
  const freedAt = performance.now();
  const firstSuccess = await eventually(() => writes.firstSuccessAfter(freedAt));
  const [ledger] = await Promise.all([writers.stop(), readers.stop()]);
  const recovery_ms = firstSuccess.receivedAt - freedAt;
  await expectAllStored(title, url, ledger, { ...writes.summary(), reads: reads.total, recovery_ms });
  expect([writes.unexpected, reads.unexpected]).toEqual([[], []]);
}

describe('Full disk', () => {
  itIfMountable('of the data: writes get 503, reads succeed, no acknowledged write is lost (9.3, 12.4)', async () => {
    const { folder, fill, free } = await mount(120);
    const walFolder = await createPostgresFolder(join(tmpdir(), `calendar-faults-log-${process.pid}`));
    const { url, load } = await startLoadOnCluster({ folder, initdbArguments: [`--waldir=${walFolder}`] });
    const filledAt = performance.now();
    await expectRejections(load, fill);
    const readsWhileFull = load.reads.between(filledAt, performance.now());
    expect([...new Set(readsWhileFull.map(({ status }) => status))]).toEqual([200]);
    const bulk = query(url, 'create table bulk as select repeat(md5(n::text), 50) from generate_series(1, 1000) n');
    await expect(bulk).rejects.toMatchObject({ code: DISK_FULL });
    free();
    await finishLoad('full disk of the data', url, load);
    rmSync(walFolder, { recursive: true });
  });

  onlyInFullRun(() => {
    itIfMountable('of the WAL: no acknowledged write is lost, even if the database stops (9.3, 12.4)', async () => {
      const { folder, fill, free } = await mount(60);
      const initdbArguments = [`--waldir=${await createPostgresFolder(join(folder, 'log'))}`, '--wal-segsize=1'];
      const settings = ['min_wal_size=2MB', 'max_wal_size=8MB'];
      const { url, load, kill, start } = await startLoadOnCluster({ settings, initdbArguments });
      await expectRejections(load, () => fillWal(url, fill));
      await kill();
      free();
      await start();
      await finishLoad('full disk of the WAL', url, load);
    });

    itIfMountable('of the embedded database: the service and its database recover (9.3, 12.4)', async () => {
      const { folder, fill, free } = await mount(250);
      const { origin, database } = (embedded = await startEmbeddedService(createDataFolder(join(folder, 'data'))));
      const load = await startLoad(origin);
      await expectRejections(load, () => fillWal(database.url(), fill));
      free();
      await finishLoad('full disk of the embedded database', database.url(), load);
    });
  });
});

/** Creates an empty folder that PostgreSQL can write to. */
async function createPostgresFolder(folder: string): Promise<string> {
  mkdirSync(folder, { mode: 0o700 });
  const user = await findSystemUser();
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** Fills the disk, and writes WAL until a statement fails. */
async function fillWal(url: string, fill: () => void): Promise<void> {
  fill();
  const statement = `select pg_logical_emit_message(true, 'test', repeat('x', 100000)), pg_switch_wal()`;
  await eventually(async () => ((await query(url, statement).catch(() => undefined)) ? undefined : true));
}
