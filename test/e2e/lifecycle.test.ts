import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlyInFullRun } from '../support/run/run-mode.js';
import { eventually } from '../support/processes/log-lines.js';
import { stopServiceProcesses, startServiceProcess } from '../support/processes/service-process.js';

let folder: string;
beforeAll(() => {
  const parent = mkdtempSync(join(tmpdir(), 'calendar-life-'));
  // If root runs the tests, PostgreSQL runs under another account, which needs access to the folder.
  chmodSync(parent, 0o755);
  folder = join(parent, 'Càlcul i més');
});
afterAll(async () => {
  await stopServiceProcesses();
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Process id of the embedded database. */
const postmaster = (): number => Number(readFileSync(pidFile(), 'utf8').split('\n', 1)[0]);
const pidFile = () => join(folder, 'postgres', 'cluster', 'postmaster.pid');

const createTag = (origin: string, name: string) =>
  fetch(`${origin}/calendar/events/v1/tags`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${readFileSync(join(folder, 'admin-token'), 'utf8').trim()}` },
    body: new URLSearchParams({ name }),
  });

/** The short form has the first start and one after a crash, not the npm shell or a lost token file. */
describe('Service process', () => {
  it('creates a token file that only its owner can read, and loses no data if service and database are killed (11.1)', async () => {
    const first = startServiceProcess({ DATA_DIR: folder });
    const firstOrigin = await first.origin;
    const token = readFileSync(join(folder, 'admin-token'), 'utf8');
    expect(token).toMatch(/^cal_[0-9A-Za-z]{36}\n$/);
    expect(statSync(join(folder, 'admin-token')).mode & 0o777).toBe(0o600);
    expect(first.output()).toContain(join(folder, 'admin-token'));
    expect(first.output()).not.toContain(token.trim());
    expect((await createTag(firstOrigin, 'acknowledged')).status).toBe(201);
    process.kill(postmaster(), 'SIGKILL');
    first.child.kill('SIGKILL');
    await first.exitCode;
    const restarted = startServiceProcess({ DATA_DIR: folder });
    const list = await fetch(`${await restarted.origin}/calendar/events/v1/tags?hide_empty=false`);
    expect(await list.json()).toMatchObject({ total: 1 });
    expect(restarted.output()).toContain(join(folder, 'admin-token'));
    const databasePid = postmaster();
    restarted.child.kill('SIGTERM');
    expect(await restarted.exitCode).toBe(0);
    expect(isAlive(databasePid)).toBe(false);
  });

  onlyInFullRun(() => {
    it('stops with the npm shell, which does not forward signals (11.1)', async () => {
      const service = startServiceProcess({ DATA_DIR: folder, npm_lifecycle_event: 'start' }, true);
      await service.origin;
      const databasePid = postmaster();
      service.child.kill('SIGTERM');
      await service.exitCode;
      expect(isAlive(databasePid)).toBe(false);
    });

    it('explains how to create a token if the file of the first token is missing (11.1)', async () => {
      rmSync(join(folder, 'admin-token'));
      const { child, exitCode, origin, output } = startServiceProcess({ DATA_DIR: folder });
      await origin;
      expect(await eventually(() => /^Administrator +(.*)\n/m.exec(output())?.[1])).toBe(
        `No token file in ${folder}. Create a token: npm run -s cli -- token create <user>`,
      );
      child.kill('SIGTERM');
      expect(await exitCode).toBe(0);
    });
  });
});
