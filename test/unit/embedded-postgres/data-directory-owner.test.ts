import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SetupError } from '../../../src/kernel/errors/setup-error.js';
import { query } from '../../support/database/database-session.js';
import { casesByRunMode, onlyInFullRun } from '../../support/run/run-mode.js';
import { cleanUp, killProcess, makeFolder, postmasterPid, serverPids, start, startProcess } from './scene.js';

/** The short form leaves out a command that waits, a service that exits without shutdown, and a reused PID. */
describe('Data directory', () => {
  let dataDir: string;
  let cluster: string;
  let unrelatedProcess: ChildProcess | undefined;

  beforeAll(async () => {
    dataDir = await makeFolder();
    cluster = join(dataDir, 'postgres', 'cluster');
    const database = await start(dataDir);
    await query(database.url, `CREATE TABLE note AS SELECT 'kept' AS text`);
    await database.stop();
  });
  afterEach(async () => {
    if (unrelatedProcess) await killProcess(unrelatedProcess);
    unrelatedProcess = undefined;
  });
  afterAll(cleanUp);

  const notes = (url: string) => query(url, 'SELECT text FROM note');

  it('is rejected for a second service, with the path, the process that uses it, and a remedy', async () => {
    const first = await start(dataDir);
    const second = start(dataDir);
    await expect(second).rejects.toBeInstanceOf(SetupError);
    await expect(second).rejects.toThrow(
      `The data directory ${dataDir} is in use by a running service (process ${process.pid}). ` +
        'Stop that process, or set DATA_DIR to another folder.',
    );
    expect(await notes(first.url)).toHaveLength(1);
    await first.stop();
  });

  it('is shared by a command with the service of another process, which keeps running (11.2)', async () => {
    const service = await startProcess(dataDir);
    const command = await start(dataDir, { role: 'command' });
    expect(command.url).toBe(service.url);
    expect(await notes(command.url)).toHaveLength(1);
    await command.stop();
    expect(await notes(service.url)).toHaveLength(1);
    const exit = once(service.child, 'exit');
    service.child.stdin.write('stop');
    expect(await exit).toEqual([0, null]);
    expect(serverPids(cluster)).toEqual([]);
  });

  onlyInFullRun(() => {
    it('has no PostgreSQL process left after its service exits without shutdown', async () => {
      const { child } = await startProcess(dataDir);
      child.stdin.write('exit');
      await once(child, 'exit');
      for (const deadline = Date.now() + 3000; serverPids(cluster).length > 0 && Date.now() < deadline;)
        await delay(20);
      expect(serverPids(cluster)).toEqual([]);
    });
  });

  it('passes from a stopping service to the next service, which waits', async () => {
    const first = await start(dataDir);
    const [, second] = await Promise.all([first.stop(), start(dataDir)]);
    expect(await notes(second.url)).toEqual([{ text: 'kept' }]);
    await second.stop();
  });

  const ROLES = casesByRunMode(['command', 'service'] as const, (role) => role === 'service');
  it.each(ROLES)('makes a %s wait until a running command has ended (11.2)', async (role) => {
    const first = await start(dataDir, { role: 'command' });
    const order: string[] = [];
    const second = start(dataDir, { role }).then((database) => {
      order.push('second started');
      return database;
    });
    await query(first.url, 'SELECT pg_sleep(0.8)');
    order.push('first finished');
    await first.stop();
    const { url, stop, log } = await second;
    expect(order).toEqual(['first finished', 'second started']);
    expect(log[0]).toMatch(/^Waiting for a running command \(process \d+\) to release /);
    expect(await notes(url)).toHaveLength(1);
    await stop();
  });

  it('is taken over from a killed service, whose orphaned server is stopped', async () => {
    const { child, url } = await startProcess(dataDir);
    await query(url, `INSERT INTO note VALUES ('confirmed')`);
    const orphanPid = await postmasterPid(cluster);
    await killProcess(child);
    expect(serverPids(cluster)).toContain(orphanPid);
    const database = await start(dataDir);
    expect(database.log[0]).toContain(`(process ${orphanPid})`);
    expect(serverPids(cluster)).not.toContain(orphanPid);
    expect(await notes(database.url)).toEqual([{ text: 'kept' }, { text: 'confirmed' }]);
    await database.stop();
  });

  onlyInFullRun(() => {
    it('recovers after service and server were killed, even if another process reuses the PID', async () => {
      const { child, url } = await startProcess(dataDir);
      await query(url, `INSERT INTO note VALUES ('confirmed at last')`);
      await Promise.all([killProcess(child), ...serverPids(cluster).map(killServer)]);
      // The process runs as the user of PostgreSQL. Otherwise PostgreSQL would notice that the process is not its own.
      const { uid, gid } = await stat(cluster);
      unrelatedProcess = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {});
      const pidFile = join(cluster, 'postmaster.pid');
      const [, ...rest] = (await readFile(pidFile, 'utf8')).split('\n');
      await writeFile(pidFile, [unrelatedProcess.pid, ...rest].join('\n'));
      const database = await start(dataDir);
      expect(await notes(database.url)).toContainEqual({ text: 'confirmed at last' });
      expect(unrelatedProcess.exitCode).toBe(null);
      expect(unrelatedProcess.signalCode).toBe(null);
      await database.stop();
    });
  });
});

async function killServer(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The backend exited together with its postmaster.
  }
}
