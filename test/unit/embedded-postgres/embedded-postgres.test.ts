import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { query } from '../../support/database/database-session.js';
import { eventually } from '../../support/processes/log-lines.js';
import { cleanUp, makeFolder, postmasterPid, type StartedPostgres, serverPids, start } from './scene.js';

afterAll(cleanUp);

describe('Embedded database', () => {
  let dataDir: string;
  let cluster: string;
  let database: StartedPostgres;

  beforeAll(async () => {
    dataDir = join(await makeFolder(), 'Càlcul i més');
    cluster = join(dataDir, 'postgres', 'cluster');
    database = await start(dataDir);
    await query(database.url, 'CREATE TABLE note (text text)');
  });

  it('is created below DATA_DIR at the first start, also if the path has blanks and accents (11.1)', async () => {
    expect(database.url).toMatch(/^postgres:\/\/\w+:[\w-]{32}@127\.0\.0\.1:\d+\/calendar$/);
    expect(database.log.at(-1)).toContain(`with its data in ${cluster}`);
    expect((await stat(cluster)).isDirectory()).toBe(true);
  });

  it('requires a password, which only the user of the service can read and no log line contains', async () => {
    expect((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
    const wrongUrl = database.url.replace(/:[\w-]{32}@/, ':wrong@');
    await expect(query(wrongUrl, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    expect(database.log.join('\n')).not.toContain(new URL(database.url).password);
  });

  it('listens on 127.0.0.1 only and commits durably', async () => {
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

  it('compares by code point, lower-cases accented letters, and has Catalan and Spanish collations', async () => {
    const [row] = await query(
      database.url,
      `SELECT 'z' < 'à' AS plain, 'à' < 'z' COLLATE "ca-x-icu" AS catalan, 'ñ' < 'o' COLLATE "es-x-icu" AS spanish,
              lower('MERCÈ') AS lower, datcollate FROM pg_database WHERE datname = current_database()`,
    );
    expect(row).toEqual({ plain: true, catalan: true, spanish: true, lower: 'mercè', datcollate: 'C' });
  });

  it('is restarted after a crash, with the same URL and all data, and logs one line', async () => {
    await query(database.url, `INSERT INTO note VALUES ('before the crash')`);
    const linesBefore = database.log.length;
    process.kill(await postmasterPid(cluster), 'SIGKILL');
    const notes = await eventually(() => query(database.url, 'SELECT text FROM note').catch(() => undefined));
    expect(notes).toEqual([{ text: 'before the crash' }]);
    await eventually(() => (database.log.length > linesBefore ? true : undefined));
    expect(database.log.slice(linesBefore)).toEqual([
      expect.stringMatching(/^PostgreSQL exited \(signal SIGKILL\)\. Restarted after [\d.]+ s\.$/),
    ]);
  });

  it('stays stopped if it is stopped during a restart', async () => {
    const killedPid = await postmasterPid(cluster);
    process.kill(killedPid, 'SIGKILL');
    while (serverPids(cluster).includes(killedPid)) await new Promise(setImmediate);
    await database.stop();
    expect(serverPids(cluster)).toEqual([]);
  });

  it('leaves no process behind if it is stopped several times, also concurrently', async () => {
    database = await start(dataDir);
    const postmaster = await postmasterPid(cluster);
    expect(serverPids(cluster)).toContain(postmaster);
    await Promise.all([database.stop(), database.stop()]);
    await database.stop();
    expect(() => process.kill(postmaster, 0)).toThrow('ESRCH');
    expect(serverPids(cluster)).toEqual([]);
    await expect(stat(join(cluster, 'postmaster.pid'))).rejects.toThrow('ENOENT');
  });

  it('keeps its data and password after a new start, in a process group that Ctrl-C does not reach', async () => {
    const passwordBefore = new URL(database.url).password;
    database = await start(dataDir);
    expect(await query(database.url, 'SELECT text FROM note')).toEqual([{ text: 'before the crash' }]);
    expect(new URL(database.url).password).toBe(passwordBefore);
    const postmaster = await postmasterPid(cluster);
    // A negative number addresses a process group. The group exists only if the process is its leader.
    expect(() => process.kill(-postmaster, 0)).not.toThrow();
  });
});
