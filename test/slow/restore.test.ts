import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { stopServiceProcesses } from '../support/processes/service-process.js';
import { startControlledService } from '../support/processes/controlled-service.js';
import { useTemporaryFolder } from '../support/run/temporary-folder.js';

const folder = useTemporaryFolder('restore');
afterAll(stopServiceProcesses);

it('a service on a copy of a data folder, made as in docs/operations.md, serves the data from before the copy (11.1)', async () => {
  const [data, backup] = [join(folder, 'data'), join(folder, 'data-backup')];
  const first = await startControlledService({ DATA_DIR: data });
  expect((await first.write('POST', 'tags', { name: 'Backed up' })).status).toBe(201);
  first.child.kill('SIGTERM');
  expect(await first.exitCode).toBe(0);
  execFileSync('cp', ['-a', data, backup]);
  const restarted = await startControlledService({ DATA_DIR: data });
  expect((await restarted.write('POST', 'tags', { name: 'Lost' })).status).toBe(201);
  const restored = await startControlledService({ DATA_DIR: backup });
  const list = await restored.write('GET', 'tags?hide_empty=false', {});
  expect(list.body).toMatchObject({ total: 1, tags: [{ name: 'Backed up' }] });
  expect((await restored.write('POST', 'tags', { name: 'Since' })).status).toBe(201);
});
