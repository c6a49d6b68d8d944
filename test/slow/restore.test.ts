import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stopServiceProcesses } from '../support/processes/service-process.js';
import { startControlledService } from '../support/processes/controlled-service.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'calendar-restore-'));
  // If root runs the tests, the database runs as another user and needs access.
  chmodSync(folder, 0o755);
});
afterAll(async () => {
  await stopServiceProcesses();
  rmSync(folder, { recursive: true, force: true });
});

it('a service on a copy of its data folder serves all data, as docs/operations.md describes (11.1)', async () => {
  const [data, backup] = [join(folder, 'data'), join(folder, 'data-backup')];
  const first = await startControlledService({ DATA_DIR: data });
  expect((await first.write('POST', 'tags', { name: 'Backed up' })).status).toBe(201);
  first.child.kill('SIGTERM');
  expect(await first.exitCode).toBe(0);
  execFileSync('cp', ['-a', data, backup]);
  const again = await startControlledService({ DATA_DIR: data });
  expect((await again.write('POST', 'tags', { name: 'Lost' })).status).toBe(201);
  const restored = await startControlledService({ DATA_DIR: backup });
  const list = await restored.write('GET', 'tags?hide_empty=false', {});
  expect(list.body).toMatchObject({ total: 1, tags: [{ name: 'Backed up' }] });
  expect((await restored.write('POST', 'tags', { name: 'Since' })).status).toBe(201);
});
