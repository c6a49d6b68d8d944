import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { prepareCluster } from '../../../src/embedded-postgres/cluster.js';
import { ensurePostgresFolder } from '../../../src/embedded-postgres/data-directory.js';
import { reasonOf } from '../../../src/embedded-postgres/postgres-program.js';
import { SupervisedPostmaster } from '../../../src/embedded-postgres/supervised-postmaster.js';
import { query } from '../../support/database/database-session.js';
import { onlyInFullRun } from '../../support/run/run-mode.js';
import { cleanUp, makeFolder, postmasterPid, serverPids, start } from './scene.js';

const isRoot = process.getuid?.() === 0;
if (!isRoot)
  console.warn(
    'SKIPPED: tests of PostgreSQL under a service that runs as root, because these tests do not run as root.',
  );

/** The short form leaves out the recovery from a killed first start and from a backup. Most tests use the same cluster. */
describe('Cluster of a data directory', () => {
  let dataDir: string;
  beforeAll(async () => {
    // If these tests run as root, the user of PostgreSQL cannot access this folder.
    const parent = await makeFolder(0o700);
    const first = await start(join(parent, 'Càlcul i més'));
    await query(first.url, `CREATE TABLE note AS SELECT 'kept' AS text`);
    await first.stop();
    dataDir = join(parent, 'moved');
    await rename(join(parent, 'Càlcul i més'), dataDir);
  });
  afterAll(cleanUp);

  it('moves with its data directory, as root also below a folder that the user of PostgreSQL cannot access', async () => {
    const moved = await start(dataDir);
    expect(moved.log.at(-1)).toContain(`with its data in ${join(dataDir, 'postgres', 'cluster')}.`);
    expect(await query(moved.url, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
    await moved.stop();
  });

  it('is not replaced by an empty one if an earlier version stored the cluster in another folder', async () => {
    const folder = join(await makeFolder(), 'postgres');
    await mkdir(folder);
    await writeFile(join(folder, 'place'), '/var/lib/calendar-events/0123456789abcdef');
    await expect(start(dirname(folder))).rejects.toThrow(
      `Move it: mv /var/lib/calendar-events/0123456789abcdef/cluster ${folder}/`,
    );
  });

  onlyInFullRun(() => {
    it('is created without leftovers of a first start that was killed', async () => {
      const folder = join(await makeFolder(), 'postgres');
      await mkdir(join(folder, 'unfinished', 'cluster', 'base'), { recursive: true });
      const { stop } = await start(dirname(folder));
      expect((await readdir(folder)).toSorted()).toEqual(['cluster', 'owner.json', 'owner.lock', 'password']);
      await stop();
    });
  });

  it('is rejected if it is not a PostgreSQL database or was created by another major version', async () => {
    const dataDir = await makeFolder();
    const cluster = join(dataDir, 'postgres', 'cluster');
    await mkdir(cluster, { recursive: true });
    if (isRoot) await chown(cluster, 65534, 65534);
    await expect(start(dataDir)).rejects.toThrow(`${cluster} is not a PostgreSQL database.`);
    await writeFile(join(cluster, 'PG_VERSION'), '17\n');
    await expect(start(dataDir)).rejects.toThrow(/was created by PostgreSQL 17\. This service includes PostgreSQL 18/);
  });

  it('is rejected if DATA_DIR is a file or cannot be created', async () => {
    const file = join(await makeFolder(), 'file');
    await writeFile(file, '');
    await expect(start(file)).rejects.toThrow(`The data directory ${file} cannot be used: `);
    // Linux rejects every mkdir below /proc with ENOENT.
    if (existsSync('/proc/self'))
      await expect(start('/proc/x/data')).rejects.toThrow('/proc/x/data cannot be used: ENOENT');
    await expect(start(join(file, 'data'))).rejects.toThrow(
      /not a directory.* Set DATA_DIR to a folder that this user can write to/,
    );
  });

  it('that cannot be created is reported with the error line of initdb, not with the last line', () => {
    const lines = ['initdb: error: could not write: No space left on device', 'initdb: removing data directory'];
    expect(reasonOf({ stderr: lines.join('\n') })).toBe(lines[0]);
  });

  (isRoot ? it.skip : it)('is rejected if the user cannot write to DATA_DIR', async () => {
    await expect(start(await makeFolder(0o555))).rejects.toThrow(
      /permission denied.* Set DATA_DIR to a folder that this user can write to/,
    );
  });

  onlyInFullRun(() => {
    it('gets its owner and mode back after root restored it from a backup', async () => {
      const cluster = join(dataDir, 'postgres', 'cluster');
      if (isRoot) execFileSync('chown', ['-R', '0:0', cluster]);
      await chmod(cluster, 0o755);
      const second = await start(dataDir);
      expect(await query(second.url, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
      expect((await stat(cluster)).mode & 0o777).toBe(0o700);
      await second.stop();
    });
  });

  it('is rejected if the file with its password is missing or the server cannot start', async () => {
    const folder = join(dataDir, 'postgres');
    const settings = join(folder, 'cluster', 'postgresql.conf');
    const validSettings = await readFile(settings);
    await rename(join(folder, 'password'), join(folder, 'elsewhere'));
    await expect(start(dataDir)).rejects.toThrow(`Restore the file ${join(folder, 'password')} from a backup`);
    await rename(join(folder, 'elsewhere'), join(folder, 'password'));
    await appendFile(settings, 'work_mem = much\n');
    await expect(start(dataDir)).rejects.toThrow(
      /cannot be started: exit code 1: configuration file .* contains errors\. Check free disk space, .*postgresql\.conf/,
    );
    expect(serverPids(join(folder, 'cluster'))).toEqual([]);
    await writeFile(settings, validSettings);
  });

  it('is reported as lost, with the reason, if the server cannot be restarted', async () => {
    const directory = await ensurePostgresFolder(dataDir);
    const log = vi.fn<(line: string) => void>();
    const cluster = await prepareCluster(directory, log);
    const { promise, resolve } = Promise.withResolvers<Error>();
    const postmaster = await SupervisedPostmaster.start(cluster, { log, onLost: resolve, timeoutMs: 300 });
    await rm(join(cluster.directory, 'global', 'pg_control'));
    process.kill(await postmasterPid(cluster.directory), 'SIGKILL');
    const error = await promise;
    expect(error.message).toMatch(/exited \(signal SIGKILL\) and could not be restarted: .*exit code \d/);
    await postmaster.stop();
    expect(serverPids(cluster.directory)).toEqual([]);
  });
});
