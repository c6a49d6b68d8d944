import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { databaseOptions } from '../../../../src/database/database-options.js';
import { CHANGE_CHANNEL, ChangeListener } from '../../../../src/http/caching/change-listener.js';
import type { Configuration } from '../../../../src/kernel/config/configuration.js';
import type { ChangeCounter } from '../../../../src/persistence/transactions/change-counter.js';
import { startDatabaseProxy, type DatabaseProxy } from '../../../support/database/database-proxy.js';
import { countRows, query } from '../../../support/database/database-session.js';
import { byRunMode, onlyInFullRun } from '../../../support/run/run-mode.js';
import { eventually } from '../../../support/processes/log-lines.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database/test-database.js';

/** Milliseconds within which the listener detects a silent connection. */
const MAX_SILENCE_MS = 1_000;
const LISTENERS = `datname = current_database() and application_name = 'calendar-events-service listener'`;

let database: TestDatabase;
let orm: MikroORM;
let proxy: DatabaseProxy;
beforeAll(async () => {
  database = await createTestDatabase('template0');
  orm = await MikroORM.init(databaseOptions(database.url));
  proxy = await startDatabaseProxy(database.url);
});
afterAll(async () => {
  proxy.close();
  await orm.close();
  await database.drop();
});

let changes: { generation: number; increment: () => void };
let warn: MockInstance<Logger['warn']>;
const listeners: ChangeListener[] = [];
beforeEach(() => {
  changes = { generation: 0, increment: () => (changes.generation += 1) };
  warn = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
});
afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.onModuleDestroy()));
  warn.mockRestore();
});

/** Starts a listener on a database. It sends its probe through the connection pool of `orm`. */
function startListener(url = database.url, CACHE_BYTES = 1): ChangeListener {
  const em = {
    config: { get: () => url },
    getKysely: () => orm.em.getKysely(),
  } as unknown as EntityManager;
  const listener = new ChangeListener(em, changes as unknown as ChangeCounter, { CACHE_BYTES } as Configuration);
  listeners.push(listener);
  listener.onApplicationBootstrap();
  return listener;
}

const untilListening = (listener: ChangeListener, isListening = true) =>
  eventually(() => (listener.isListening === isListening ? true : undefined));
const notify = (payload: string) => query(database.url, `notify ${CHANGE_CHANNEL}, '${payload}'`);
const untilChanged = (before: number) => eventually(() => (changes.generation > before ? true : undefined));
const pidOfListener = async () =>
  (await query<{ pid: number }>(database.url, `select pid from pg_stat_activity where ${LISTENERS}`))[0]?.pid;
const warnings = () => warn.mock.calls.map(([message]) => String(message));

/** The short form has no transaction pooler, no stop of a listener, and a shorter silence. */
describe('ChangeListener', () => {
  it('counts notifications, but not the probes of other listeners (12.2)', async () => {
    await untilListening(startListener());
    const { generation } = changes;
    await notify('probe of another');
    await notify('');
    await untilChanged(generation);
    expect(changes.generation).toBe(generation + 1);
    expect(warnings()).toEqual([]);
  });

  it('opens no connection if the cache is disabled (12.2)', async () => {
    const listener = startListener(undefined, 0);
    await setTimeout(100);
    expect([listener.isListening, await countRows(database.url, 'pg_stat_activity', LISTENERS)]).toEqual([false, 0]);
  });

  onlyInFullRun(() => {
    it('is not listening until its own probe arrives, as behind a transaction pooler (12.2)', async () => {
      // Notifications do not leave their database, and the probe is sent in another one.
      const elsewhere = await createTestDatabase('template0');
      const listener = startListener(elsewhere.url);
      await eventually(() => (warnings().length > 0 ? true : undefined));
      expect(listener.isListening).toBe(false);
      expect(warnings()[0]).toContain('not a transaction pooler');
      await listener.onModuleDestroy();
      await elsewhere.drop();
    });

    it('leaves no connection and logs no warning when it is stopped (12.2)', async () => {
      const listener = startListener();
      await untilListening(listener);
      await listener.onModuleDestroy();
      await eventually(async () => ((await pidOfListener()) === undefined ? true : undefined));
      await setTimeout(500);
      expect([await pidOfListener(), warnings()]).toEqual([undefined, []]);
    });
  });
});

describe('Connection of ChangeListener', () => {
  it('is given up within a second of silence, and replaced once the database responds (12.2)', async () => {
    const listener = startListener(proxy.url);
    await untilListening(listener);
    const { generation } = changes;
    proxy.freeze();
    const began = performance.now();
    await untilListening(listener, false);
    expect(performance.now() - began).toBeLessThan(MAX_SILENCE_MS);
    expect(changes.generation).toBeGreaterThan(generation);
    await setTimeout(byRunMode(0.4, 2) * MAX_SILENCE_MS);
    expect(listener.isListening).toBe(false);
    proxy.restore();
    await untilListening(listener);
    // One warning, regardless of the number of attempts.
    expect(warnings()).toHaveLength(1);
  });
});
