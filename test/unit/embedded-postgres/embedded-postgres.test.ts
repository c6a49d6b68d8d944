import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  clearScene,
  makeFolder,
  postmasterOf,
  query,
  queryWhenBack,
  type StartedPostgres,
  serversOn,
  start,
} from './scene.js';

afterAll(clearScene);

describe('the embedded database', () => {
  let dataDir: string;
  let cluster: string;
  let database: StartedPostgres;

  beforeAll(async () => {
    dataDir = join(await makeFolder(), 'Càlcul i més');
    cluster = join(dataDir, 'postgres', 'cluster');
    database = await start(dataDir);
    await query(database.url, 'CREATE TABLE note (text text)');
  });

  it('11.1 is made below DATA_DIR at the first start, also where its name has blanks and accents', async () => {
    expect(database.url).toMatch(/^postgres:\/\/\w+:[\w-]{32}@127\.0\.0\.1:\d+\/calendar$/);
    expect(database.log.at(-1)).toContain(`with its data in ${cluster}`);
    expect((await stat(cluster)).isDirectory()).toBe(true);
  });

  it('asks every connection for a password that only the owner of the service can read', async () => {
    expect((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
    const wrong = database.url.replace(/:[\w-]{32}@/, ':wrong@');
    await expect(query(wrong, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    expect(database.log.join('\n')).not.toContain(new URL(database.url).password);
  });

  it('listens on 127.0.0.1 only and confirms nothing that could be lost', async () => {
    const [settings] = await query(
      database.url,
      `SELECT current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets,
              current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
              current_setting('password_encryption') AS passwords, current_setting('TimeZone') AS zone,
              current_setting('server_encoding') AS encoding, current_setting('max_connections') AS connections`,
    );
    expect(settings).toEqual({
      addresses: '127.0.0.1',
      sockets: '',
      fsync: 'on',
      commit: 'on',
      passwords: 'scram-sha-256',
      zone: 'UTC',
      encoding: 'UTF8',
      connections: '100',
    });
  });

  it('compares by code point, folds every alphabet, and orders by language where asked to', async () => {
    const [row] = await query(
      database.url,
      `SELECT 'z' < 'à' AS plain, 'à' < 'z' COLLATE "ca-x-icu" AS catalan, 'ñ' < 'o' COLLATE "es-x-icu" AS spanish,
              lower('MERCÈ') AS lower, datcollate FROM pg_database WHERE datname = current_database()`,
    );
    expect(row).toEqual({ plain: true, catalan: true, spanish: true, lower: 'mercè', datcollate: 'C' });
  });

  it('is started again when it dies, under the same address and with all data, and says so in one line', async () => {
    await query(database.url, `INSERT INTO note VALUES ('before the crash')`);
    const lines = database.log.length;
    const told = database.nextLine();
    process.kill(await postmasterOf(cluster), 'SIGKILL');
    expect(await queryWhenBack(database.url, 'SELECT text FROM note')).toEqual([{ text: 'before the crash' }]);
    await told;
    expect(database.log.slice(lines)).toEqual([
      expect.stringMatching(/^PostgreSQL exited \(signal SIGKILL\)\. Restarted after [\d.]+ s\.$/),
    ]);
  });

  it('ends for good when it is stopped while it is being started again', async () => {
    const ended = await postmasterOf(cluster);
    process.kill(ended, 'SIGKILL');
    while (serversOn(cluster).includes(ended)) await new Promise(setImmediate);
    await database.stop();
    expect(serversOn(cluster)).toEqual([]);
  });

  it('leaves no process behind when it is stopped, however often', async () => {
    database = await start(dataDir);
    const postmaster = await postmasterOf(cluster);
    expect(serversOn(cluster)).toContain(postmaster);
    await Promise.all([database.stop(), database.stop()]);
    await database.stop();
    expect(() => process.kill(postmaster, 0)).toThrow('ESRCH');
    expect(serversOn(cluster)).toEqual([]);
    await expect(stat(join(cluster, 'postmaster.pid'))).rejects.toThrow('ENOENT');
  });

  it('keeps its data and its password over a restart', async () => {
    const before = new URL(database.url).password;
    database = await start(dataDir);
    expect(await query(database.url, 'SELECT text FROM note')).toEqual([{ text: 'before the crash' }]);
    expect(new URL(database.url).password).toBe(before);
  });

  it('stands in a process group of its own, which no Ctrl-C of the terminal reaches', async () => {
    const postmaster = await postmasterOf(cluster);
    // A negative number names a process group, and one of that number exists only if the process leads it.
    expect(() => process.kill(-postmaster, 0)).not.toThrow();
  });
});
