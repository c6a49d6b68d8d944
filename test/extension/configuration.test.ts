import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '../support/database/test-database.js';
import { onlyInFullRun } from '../support/jest/run-mode.js';
import { stopServiceProcesses, startServiceProcess } from '../support/processes/service-process.js';

const HELLO = './test/extension/fixtures/hello.mjs';
const ADMIN_TOKEN = 'extension-administrator-0123456789abcdef';

const folder = mkdtempSync(join(tmpdir(), 'calendar-extension-'));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(stopServiceProcesses);

/** Starts the service with the given `EXTENSIONS` on its own database. */
async function serviceWith(EXTENSIONS: string) {
  const database = await createTestDatabase();
  const environment = { EXTENSIONS, DATABASE_URL: database.url, DATA_DIR: folder, ADMIN_TOKEN, LOG_LEVEL: 'error' };
  const service = startServiceProcess(environment);
  return { database, service, base: `${await service.origin}/calendar/events/v1` };
}

/** The short form has one start with an extension, and one that fails. */
describe('Extensions enabled by configuration', () => {
  it('EXTENSIONS accepts the path of a file (11.1)', async () => {
    const { database, base } = await serviceWith(HELLO);
    const served = await fetch(`${base}/hello`);
    expect([served.status, await served.json()]).toEqual([200, { hello: 'world' }]);
    const { routes } = (await (await fetch(base)).json()) as { routes: object };
    expect(Object.keys(routes)).toContain('/calendar/events/v1/hello');
    const wrong = await fetch(`${base}/hello`, { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    await stopServiceProcesses();
    await database.drop();
  });

  it('EXTENSIONS reports every extension that was not found (11.1)', async () => {
    const { exitCode, output } = startServiceProcess({ EXTENSIONS: 'no-such, ./none.js' });
    expect(await exitCode).toBe(1);
    expect(output()).toContain('The service cannot start with these extensions:\n  no-such was not found among');
    expect(output()).toContain('\n  ./none.js was not found among the included extensions (');
  });

  onlyInFullRun(() => {
    const hasSpeakers = existsSync('extensions/speakers');
    (hasSpeakers ? it : it.skip)('EXTENSIONS accepts the name of a bundled extension (11.1)', async () => {
      const { database, base } = await serviceWith(`speakers, ${HELLO}`);
      expect((await fetch(`${base}/speakers`)).status).toBe(200);
      expect((await fetch(`${base}/hello`)).status).toBe(200);
      await stopServiceProcesses();
      // Disabling the extension keeps its stored data.
      const without = startServiceProcess({ DATABASE_URL: database.url, DATA_DIR: folder, ADMIN_TOKEN });
      const origin = await without.origin;
      expect((await fetch(`${origin}/calendar/events/v1/speakers`)).status).toBe(404);
      expect((await fetch(`${origin}/calendar/events/v1/events`)).status).toBe(200);
      await stopServiceProcesses();
      await database.drop();
    });

    it('EXTENSIONS stops the start if an extension declares a kind with an existing name (11.1)', async () => {
      const file = './test/extension/fixtures/taken-kind.mjs';
      const { exitCode, output } = startServiceProcess({ EXTENSIONS: file });
      expect([await exitCode, output()]).toEqual([
        1,
        'The kind venue (places) of an extension has a name that the kind venue (venues) already has. Rename it.\n',
      ]);
    });

    it('EXTENSIONS stops the start if a module exports no extension (11.1)', async () => {
      const { exitCode: ended, output } = startServiceProcess({ EXTENSIONS: 'express' });
      expect(await ended).toBe(1);
      expect(output()).toContain(
        'express exports no extension. Export the class with @CalendarExtension() as default.',
      );
    });
  });
});
