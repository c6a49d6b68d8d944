import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openCluster } from '../../../src/embedded-postgres/cluster.js';
import { openDataDirectory } from '../../../src/embedded-postgres/data-directory.js';
import { SupervisedPostmaster } from '../../../src/embedded-postgres/supervised-postmaster.js';
import { clearScene, makeFolder, postmasterOf, query, serversOn, start } from './scene.js';

const root = process.getuid?.() === 0;
if (!root) console.warn('SKIPPED: what PostgreSQL needs when the service runs as root, since these tests do not.');
const asRoot = root ? it : it.skip;

describe('the cluster of a data directory', () => {
  const strays: string[] = [];

  afterEach(async () => {
    for (const folder of strays.splice(0)) await rm(folder, { recursive: true, force: true });
  });
  afterAll(clearScene);

  asRoot('stands elsewhere, which the log names, where the account of PostgreSQL cannot get to', async () => {
    const dataDir = join(await makeFolder(0o700), 'data');
    const first = await start(dataDir);
    const place = await readFile(join(dataDir, 'postgres', 'place'), 'utf8');
    strays.push(place);
    expect(place).toMatch(/\/calendar-events\/[\da-f]{16}$/);
    expect(first.log[0]).toContain(`has no access to ${dataDir}/postgres, so the database is stored in ${place}.`);
    await query(first.url, `CREATE TABLE note AS SELECT 'kept' AS text`);
    await first.stop();
    const second = await start(dataDir);
    expect(await query(second.url, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
    await second.stop();
    expect(serversOn(join(place, 'cluster'))).toEqual([]);
  });

  asRoot('is a new one where the data directory was emptied, and the old one is put aside', async () => {
    const dataDir = join(await makeFolder(0o700), 'data');
    const first = await start(dataDir);
    await query(first.url, `CREATE TABLE note AS SELECT 'old' AS text`);
    await first.stop();
    await rm(dataDir, { recursive: true });
    const second = await start(dataDir);
    const aside = / to (\/.+)\.$/.exec(second.log[0] ?? '')?.[1] ?? '';
    strays.push(aside, await readFile(join(dataDir, 'postgres', 'place'), 'utf8'));
    await expect(query(second.url, 'SELECT text FROM note')).rejects.toThrow('does not exist');
    expect(await readFile(join(aside, 'cluster', 'PG_VERSION'), 'utf8')).toBe('18\n');
    await second.stop();
  });

  asRoot('is not shared by a copy of its data directory', async () => {
    const folder = await makeFolder(0o700);
    const first = await start(join(folder, 'data'));
    strays.push(await readFile(join(folder, 'data', 'postgres', 'place'), 'utf8'));
    await first.stop();
    await rename(join(folder, 'data'), join(folder, 'moved'));
    await expect(start(join(folder, 'moved'))).rejects.toThrow('was moved or copied, but its database is in');
  });

  it('is told apart from one that another version of PostgreSQL made, and from a folder of another kind', async () => {
    const dataDir = await makeFolder();
    const cluster = join(dataDir, 'postgres', 'cluster');
    await mkdir(cluster, { recursive: true });
    if (root) await chown(cluster, 65534, 65534);
    await expect(start(dataDir)).rejects.toThrow(`${cluster} is not a PostgreSQL database.`);
    await writeFile(join(cluster, 'PG_VERSION'), '17\n');
    await expect(start(dataDir)).rejects.toThrow(/was created by PostgreSQL 17\. This service includes PostgreSQL 18/);
  });

  it('is refused where DATA_DIR is a file, or lies below one', async () => {
    const file = join(await makeFolder(), 'file');
    await writeFile(file, '');
    await expect(start(file)).rejects.toThrow(`The data directory ${file} cannot be used: it, or one of`);
    await expect(start(join(file, 'data'))).rejects.toThrow('is a file. Choose another folder with DATA_DIR');
  });

  (root ? it.skip : it)('is refused where this user may not write', async () => {
    await expect(start(await makeFolder(0o555))).rejects.toThrow('this user has no write permission');
  });

  it('gets a new password where the file with it was lost, and is taken over where root brought it back', async () => {
    const dataDir = await makeFolder();
    const cluster = join(dataDir, 'postgres', 'cluster');
    const first = await start(dataDir);
    await query(first.url, `CREATE TABLE note AS SELECT 'kept' AS text`);
    await first.stop();
    await rm(join(dataDir, 'postgres', 'password'));
    if (root) await chown(cluster, 0, 0);
    await chmod(cluster, 0o755);
    const second = await start(dataDir);
    expect(second.log[0]).toContain('Set a new password');
    expect(await query(second.url, 'SELECT text FROM note')).toEqual([{ text: 'kept' }]);
    expect((await stat(cluster)).mode & 0o777).toBe(0o700);
    await second.stop();
  });

  it('is given up, with a clear message, when it cannot be started again', async () => {
    const directory = await openDataDirectory(await makeFolder());
    const log = jest.fn<(line: string) => void>();
    const cluster = await openCluster(directory, log);
    const { promise, resolve } = Promise.withResolvers<Error>();
    const postmaster = await SupervisedPostmaster.start(cluster, { log, onLost: resolve, restartTimeoutMs: 300 });
    await rm(join(cluster.directory, 'global', 'pg_control'));
    process.kill(await postmasterOf(cluster.directory), 'SIGKILL');
    const lost = await promise;
    expect(lost.message).toMatch(/exited \(signal SIGKILL\) and could not be restarted: .*exit code \d/);
    expect(log).toHaveBeenLastCalledWith(lost.message);
    await postmaster.stop();
    expect(serversOn(cluster.directory)).toEqual([]);
  });
});
