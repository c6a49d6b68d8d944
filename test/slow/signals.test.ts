import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type pg from 'pg';
import { withRolledBackTransaction, waitForBlockedSession } from '../support/database/database-session.js';
import { stopServiceProcesses } from '../support/processes/service-process.js';
import {
  INCOMPLETE_REQUEST,
  startControlledService,
  type ControlledService,
} from '../support/processes/controlled-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { useTemporaryFolder } from '../support/run/temporary-folder.js';

const folder = useTemporaryFolder('stop');
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await stopServiceProcesses();
  await database.drop();
});

/** Starts a service. While `work` runs, its `session` has a lock that blocks writes to the tag at `path`. */
const withSlowWrites = async (
  work: (service: ControlledService, path: string, session: pg.Client) => Promise<void>,
) => {
  const service = await startControlledService({ DATABASE_URL: database.url });
  const { body } = await service.write('POST', 'tags', { name: `Slow ${service.child.pid}` });
  await withRolledBackTransaction(database.url, async (session) => {
    await session.query('select from tags where id = $1 for update', [body['id']]);
    await work(service, `tags/${String(body['id'])}`, session);
  });
  return service;
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Process id of the embedded database. */
const postmasterPid = () =>
  Number(readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);

describe('Graceful shutdown', () => {
  it('fails readiness at once, completes in-flight and new requests, and exits with 0', async () => {
    let requests: ReturnType<ControlledService['write']>[] = [];
    const { exitCode, output } = await withSlowWrites(async (service, path, session) => {
      requests = Array.from({ length: 6 }, (_, index) => service.write('PATCH', path, { name: `Slow ${index}` }));
      await waitForBlockedSession(session);
      // A single Ctrl-C can arrive as two signals.
      await service.signalAndAwaitUnready('SIGTERM', 'SIGINT');
      const ready = await service.probe('ready');
      expect([ready?.status, ready?.body]).toEqual([503, { status: 'shutting_down' }]);
      expect(ready?.headers).toMatchObject({ connection: 'close', 'retry-after': '1', 'cache-control': 'no-store' });
      expect((await service.probe('live'))?.status).toBe(200);
      requests.push(service.write('POST', 'tags', { name: 'Late' }));
      expect((await requests.at(-1))?.headers['connection']).toBe('close');
    });
    const responses = await Promise.all(requests);
    expect(responses.map(({ status }) => status)).toEqual([...Array(6).fill(200), 201]);
    expect(await exitCode).toBe(0);
    expect(output()).not.toMatch(/"level":"(warn|error|fatal)"/);
    expect(output()).toMatch(/^Stopped\.$/m);
  });

  it('does not wait for idle connections or incomplete request headers', async () => {
    const service = await startControlledService({ DATABASE_URL: database.url });
    const idle = await service.send('GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    const silent = await service.send('');
    const incomplete = await service.send('GET /health/live HTTP/1.1\r\nHo');
    const closed = Promise.all([idle, silent, incomplete].map((socket) => once(socket, 'close')));
    const startedAt = performance.now();
    service.child.kill('SIGINT');
    expect(await service.exitCode).toBe(0);
    await closed;
    // Below the timeout that forces the exit.
    expect(performance.now() - startedAt).toBeLessThan(9_000);
  });

  it('exits on a second signal with the exit code of that signal, and stops its database', async () => {
    const service = await startControlledService({ DATA_DIR: folder });
    const databasePid = postmasterPid();
    await service.send(INCOMPLETE_REQUEST);
    await service.signalAndAwaitUnready('SIGTERM');
    while (service.child.exitCode === null) {
      service.child.kill('SIGINT');
      await setTimeout(100);
    }
    expect(await service.exitCode).toBe(130);
    while (isAlive(databasePid)) await setTimeout(20);
  });
});

describe('Graceful shutdown within ten seconds', () => {
  let startedAt: number;
  const expectInTime = () => expect(performance.now() - startedAt).toBeLessThan(10_000);

  it('closes a hanging request, accepts no new ones and exits with 0', async () => {
    const service = await startControlledService({ DATABASE_URL: database.url });
    const socket = await service.send(INCOMPLETE_REQUEST);
    const closed = once(socket, 'close');
    startedAt = performance.now();
    await service.signalAndAwaitUnready('SIGTERM');
    while (await service.probe('live'));
    expect(service.child.exitCode).toBe(null);
    expect(await service.exitCode).toBe(0);
    await closed;
    expectInTime();
    expect(service.output()).toMatch(/Aborted 1 requests at shutdown/);
  });

  it('exits with 0 if a request waits for a database lock', async () => {
    await withSlowWrites(async (service, path, session) => {
      const waiting = service.write('PATCH', path, { name: 'Never' }).catch(() => undefined);
      await waitForBlockedSession(session);
      startedAt = performance.now();
      service.child.kill('SIGTERM');
      expect(await service.exitCode).toBe(0);
      expectInTime();
      await waiting;
    });
  });
});

describe('Unhandled error', () => {
  it.each(['throw new Error("unforeseen")', 'Promise.reject(new Error("unforeseen"))'])(
    'is logged, ends the process with exit code 1 and stops its database: %s',
    async (fault) => {
      const code = encodeURIComponent(`process.on('SIGUSR2', () => { ${fault} })`);
      const NODE_OPTIONS = `--import=data:text/javascript,${code}`;
      const service = await startControlledService({ DATA_DIR: folder, NODE_OPTIONS });
      const databasePid = postmasterPid();
      service.child.kill('SIGUSR2');
      expect(await service.exitCode).toBe(1);
      expect(service.output()).toMatch(/"level":"fatal".*Error: unforeseen/);
      while (isAlive(databasePid)) await setTimeout(20);
    },
  );
});
