import { mkdirSync, chownSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { findSystemUser } from '../../src/embedded-postgres/postgres-program.js';
import { query } from '../support/database/database-session.js';
import { findInvalidUnavailable, ResponseLog } from '../support/faults/response-log.js';
import { startCluster, type Cluster } from '../support/faults/cluster.js';
import { startEmbeddedService, type EmbeddedService } from '../support/faults/embedded-service.js';
import { byRunMode, onlyInFullRun, printFigures } from '../support/run/run-mode.js';
import { reconcile } from '../support/faults/write-ledger.js';
import { prepareRestartableService } from '../support/faults/restartable-service.js';
import { LIST_READS, startRequestLoop, type RequestLoop } from '../support/faults/request-loop.js';
import { mountSmallDisk, type SmallDisk } from './small-disk.js';
import { startWriteLoop, type WriteLoop } from '../support/faults/write-loop.js';
import { findInconsistencies } from '../support/database/find-inconsistencies.js';
import { eventually } from '../support/processes/log-lines.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';

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

interface Load {
  readonly writes: ResponseLog;
  readonly reads: ResponseLog;
  readonly writers: WriteLoop;
  readonly readers: RequestLoop;
}

async function startLoad(origin: string): Promise<Load> {
  const [writes, reads] = [new ResponseLog(), new ResponseLog()];
  const writers = startWriteLoop(origin, { concurrency: WRITERS, onResponse: writes.record });
  await writers.waitForAcknowledged(WRITERS);
  const readers = startRequestLoop(origin, LIST_READS, { concurrency: 2, onResponse: reads.record });
  return { writes, reads, writers, readers };
}

/** Waits until the last `MIN_REJECTED` writes all got 503 and returns their responses. */
const waitForRejections = ({ writes }: Load, startedAt: number) =>
  eventually(() => {
    const lastWrites = writes.between(startedAt, Infinity).slice(-MIN_REJECTED);
    return lastWrites.length === MIN_REJECTED && lastWrites.every(({ status }) => status === 503)
      ? lastWrites
      : undefined;
  });

async function finishLoad(title: string, url: string, { writes, reads, writers, readers }: Load): Promise<void> {
  const freedAt = performance.now();
  const firstSuccess = await eventually(() => writes.firstSuccessAfter(freedAt));
  const [ledger] = await Promise.all([writers.stop(), readers.stop()]);
  const [reconciliation, inconsistencies] = [await reconcile(url, ledger), await findInconsistencies(url)];
  const figures = { ...reconciliation, half: inconsistencies.length, ...writes.summary() };
  printFigures(title, { ...figures, reads: reads.total, recovery_ms: firstSuccess.receivedAt - freedAt });
  expect([writes.unexpected, reads.unexpected, inconsistencies]).toEqual([[], [], []]);
  expect(reconciliation).toMatchObject({ lost: 0, duplicated: 0 });
}

describe('Full disk', () => {
  itIfMountable('of the data: writes get 503, reads succeed, no acknowledged write is lost (9.3, 12.4)', async () => {
    const { folder, fill, free } = await mount(120);
    const walFolder = await emptyFolder(join(tmpdir(), `calendar-faults-log-${process.pid}`));
    const startedCluster = (cluster = await startCluster({ folder, initdbArguments: [`--waldir=${walFolder}`] }));
    const service = await prepareRestartableService({ DATABASE_URL: startedCluster.url });
    await service.start();
    const load = await startLoad(service.origin);
    const filledAt = performance.now();
    fill();
    expect(findInvalidUnavailable(await waitForRejections(load, filledAt))).toEqual([]);
    const readsWhileFull = load.reads.between(filledAt, performance.now());
    expect([...new Set(readsWhileFull.map(({ status }) => status))]).toEqual([200]);
    const bulk = query(
      startedCluster.url,
      'create table bulk as select repeat(md5(n::text), 50) from generate_series(1, 1000) n',
    );
    await expect(bulk).rejects.toMatchObject({ code: DISK_FULL });
    free();
    await finishLoad('full disk of the data', startedCluster.url, load);
    rmSync(walFolder, { recursive: true });
  });

  onlyInFullRun(() => {
    itIfMountable('of the WAL: no acknowledged write is lost, even if the database stops (9.3, 12.4)', async () => {
      const { folder, fill, free } = await mount(60);
      const walFolder = await emptyFolder(join(folder, 'log'));
      const settings = ['min_wal_size=2MB', 'max_wal_size=8MB'];
      const startedCluster = (cluster = await startCluster({
        settings,
        initdbArguments: [`--waldir=${walFolder}`, '--wal-segsize=1'],
      }));
      const service = await prepareRestartableService({ DATABASE_URL: startedCluster.url });
      await service.start();
      const load = await startLoad(service.origin);
      const filledAt = performance.now();
      fill();
      await fillWal(startedCluster.url);
      expect(findInvalidUnavailable(await waitForRejections(load, filledAt))).toEqual([]);
      await startedCluster.kill();
      free();
      await startedCluster.start();
      await finishLoad('full disk of the WAL', startedCluster.url, load);
    });

    itIfMountable('of the embedded database: the service and its database recover (9.3, 12.4)', async () => {
      const { folder, fill, free } = await mount(250);
      const service = (embedded = await startEmbeddedService(folder));
      const load = await startLoad(service.origin);
      const filledAt = performance.now();
      fill();
      await fillWal(service.database.url);
      expect(findInvalidUnavailable(await waitForRejections(load, filledAt))).toEqual([]);
      free();
      await finishLoad('full disk of the embedded database', service.database.url, load);
    });
  });
});

async function emptyFolder(folder: string): Promise<string> {
  mkdirSync(folder, { mode: 0o700 });
  const user = await findSystemUser();
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** Writes WAL until PostgreSQL has no space left and stops. */
const fillWal = (url: string) =>
  eventually(async () => {
    const write = query(url, `select pg_logical_emit_message(true, 'test', repeat('x', 100000)), pg_switch_wal()`);
    return (await write.catch(() => undefined)) ? undefined : true;
  });
