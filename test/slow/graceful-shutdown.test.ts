import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withRolledBackTransaction, waitForBlockedSession } from '../support/database/database-session.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';
import { INCOMPLETE_REQUEST, startStoppingService } from '../support/processes/stopping-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

/** Maximum duration of a shutdown in milliseconds. */
const PROMISED = 10_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await stopServiceProcesses();
  await database.drop();
});

describe('Graceful shutdown', () => {
  it('closes a hanging request, accepts no new ones and exits with 0 within ten seconds', async () => {
    const service = await startStoppingService({ DATABASE_URL: database.url });
    const socket = await service.send(INCOMPLETE_REQUEST);
    const closed = once(socket, 'close');
    const start = performance.now();
    await service.signal('SIGTERM');
    expect((await service.probe('ready'))?.status).toBe(503);
    while (await service.probe('live'));
    expect(service.child.exitCode).toBe(null);
    expect(await service.exitCode).toBe(0);
    await closed;
    expect(performance.now() - start).toBeLessThan(PROMISED);
    expect(service.output()).toMatch(/Aborted 1 requests at shutdown/);
  });

  it('exits within ten seconds if a request waits for a database lock', async () => {
    const service = await startStoppingService({ DATABASE_URL: database.url });
    const tag = await service.write('POST', 'tags', { name: 'Locked' });
    await withRolledBackTransaction(database.url, async (locks) => {
      await locks.query('select from tags where id = $1 for update', [tag.body['id']]);
      const path = `tags/${String(tag.body['id'])}`;
      const waiting = service.write('PATCH', path, { name: 'Never' }).catch(() => undefined);
      await waitForBlockedSession(locks);
      const start = performance.now();
      service.child.kill('SIGTERM');
      expect(await service.exitCode).toBe(0);
      expect(performance.now() - start).toBeLessThan(PROMISED);
      await waiting;
    });
  });
});
