import { mkdirSync, chownSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { findSystemUser } from '../../src/embedded-postgres/postgres-program.js';
import { query } from '../support/database/database-session.js';
import { findInvalidUnavailable, ResponseLog } from '../support/faults/response-log.js';
import { startCluster, type Cluster } from '../support/faults/cluster.js';
import { startEmbeddedService, type EmbeddedService } from '../support/faults/embedded-service.js';
import { byRunMode, onlyInFullRun, printFigures } from '../support/jest/run-mode.js';
import { reconcile } from '../support/faults/write-ledger.js';
import { prepareRestartableService } from '../support/faults/restartable-service.js';
import { LIST_READS, startRequestLoop, type RequestLoop } from '../support/faults/request-loop.js';
import { mountSmallDisk, type SmallDisk } from './small-disk.js';
import { startWriteLoop, type WriteLoop } from '../support/faults/write-loop.js';
import { findInconsistencies } from '../support/database/find-inconsistencies.js';
import { eventually } from '../support/processes/log-lines.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';

const WRITING = byRunMode(4, 64);
/** Minimum number of consecutive rejected writes on the full disk. */
const REFUSED = byRunMode(10, 500);

/** SQLSTATE disk_full */
const DISK_FULL = '53100';

/** Mounting a file system requires root. `undefined` if it is not possible. */
const mayMount = process.getuid?.() === 0 && (await mountSmallDisk(1).then((disk) => disk?.remove().then(() => true)));
if (!mayMount) process.stdout.write('faults: SKIPPED: a full disk: this account may not mount a file system\n');
const itWhereMounted = mayMount ? it : it.skip;

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
  const writers = startWriteLoop(origin, { concurrency: WRITING, onResponse: writes.record });
  await writers.waitForAcknowledged(WRITING);
  const readers = startRequestLoop(origin, LIST_READS, { concurrency: 2, onResponse: reads.record });
  return { writes, reads, writers, readers };
}

/** Waits until the last writes all got 503 and returns their responses. */
const untilRefused = ({ writes }: Load, since: number) =>
  eventually(() => {
    const last = writes.between(since, Infinity).slice(-REFUSED);
    return last.length === REFUSED && last.every(({ status }) => status === 503) ? last : undefined;
  });

async function settleLoad(what: string, url: string, { writes, reads, writers, readers }: Load): Promise<void> {
  const freed = performance.now();
  const healed = await eventually(() => writes.firstSuccessAfter(freed));
  const [ledger] = await Promise.all([writers.stop(), readers.stop()]);
  const [settled, half] = [await reconcile(url, ledger), await findInconsistencies(url)];
  const counted = { ...settled, half: half.length, ...writes.summary() };
  printFigures(what, { ...counted, reads: reads.total, healing_ms: healed.receivedAt - freed });
  expect([writes.unexpected, reads.unexpected, half]).toEqual([[], [], []]);
  expect(settled).toMatchObject({ lost: 0, duplicated: 0 });
}

describe('Full disk', () => {
  itWhereMounted('of the data: writes get 503, reads succeed, no acknowledged write is lost (9.3, 12.4)', async () => {
    const { folder, fill, free } = await mount(120);
    const log = await emptyFolder(join(tmpdir(), `calendar-faults-log-${process.pid}`));
    const made = (cluster = await startCluster({ folder, initdbArguments: [`--waldir=${log}`] }));
    const lives = await prepareRestartableService({ DATABASE_URL: made.url });
    await lives.start();
    const load = await startLoad(lives.origin);
    const full = performance.now();
    fill();
    expect(findInvalidUnavailable(await untilRefused(load, full))).toEqual([]);
    const read = load.reads.between(full, performance.now());
    expect([...new Set(read.map(({ status }) => status))]).toEqual([200]);
    const bulk = query(
      made.url,
      'create table bulk as select repeat(md5(n::text), 50) from generate_series(1, 1000) n',
    );
    await expect(bulk).rejects.toMatchObject({ code: DISK_FULL });
    free();
    await settleLoad('disk of the data full', made.url, load);
    rmSync(log, { recursive: true });
  });

  onlyInFullRun(() => {
    itWhereMounted('of the WAL: no acknowledged write is lost, even if the database stops (9.3, 12.4)', async () => {
      const { folder, fill, free } = await mount(60);
      const log = await emptyFolder(join(folder, 'log'));
      const settings = ['min_wal_size=2MB', 'max_wal_size=8MB'];
      const made = (cluster = await startCluster({
        settings,
        initdbArguments: [`--waldir=${log}`, '--wal-segsize=1'],
      }));
      const lives = await prepareRestartableService({ DATABASE_URL: made.url });
      await lives.start();
      const load = await startLoad(lives.origin);
      const full = performance.now();
      fill();
      await switchLog(made.url);
      expect(findInvalidUnavailable(await untilRefused(load, full))).toEqual([]);
      await made.kill();
      free();
      await made.start();
      await settleLoad('disk of the log full', made.url, load);
    });

    itWhereMounted('of the embedded database: the service and its database recover (9.3, 12.4)', async () => {
      const { folder, fill, free } = await mount(250);
      const service = (embedded = await startEmbeddedService(folder));
      const load = await startLoad(service.origin);
      const full = performance.now();
      fill();
      await switchLog(service.database.url);
      expect(findInvalidUnavailable(await untilRefused(load, full))).toEqual([]);
      free();
      await settleLoad("disk of the service's own database full", service.database.url, load);
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
const switchLog = (url: string) =>
  eventually(async () => {
    const asked = query(url, `select pg_logical_emit_message(true, 'test', repeat('x', 100000)), pg_switch_wal()`);
    return (await asked.catch(() => undefined)) ? undefined : true;
  });
