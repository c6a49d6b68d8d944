import { EntityManager } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CHANGE_CHANNEL, ChangeListener } from '../../../../src/http/caching/change-listener.js';
import type { Configuration } from '../../../../src/kernel/config/configuration.js';
import type { ChangeCounter } from '../../../../src/persistence/transactions/change-counter.js';
import { startDatabaseProxy, type DatabaseProxy } from '../../../support/database/database-proxy.js';
import { countRows, query } from '../../../support/database/database-session.js';
import { startInProcessCalendar, type InProcessCalendar } from '../../../support/calendar/in-process-calendar.js';
import { eventually } from '../../../support/processes/log-lines.js';
import { createTestDatabase } from '../../../support/database/test-database.js';

/** Within how many milliseconds a connection that fell silent is found out. */
const SILENCE = 1_000;
const LISTENERS = `datname = current_database() and application_name = 'calendar-events-service listener'`;

let calendar: InProcessCalendar;
let proxy: DatabaseProxy;
beforeAll(async () => {
  // Its own listener is off.
  calendar = await startInProcessCalendar({ CACHE_BYTES: '0' });
  proxy = await startDatabaseProxy(calendar.databaseUrl);
});
afterAll(async () => {
  proxy.close();
  await calendar.close();
});

let changes: { generation: number; increment: () => void };
let warn: jest.SpiedFunction<Logger['warn']>;
const listeners: ChangeListener[] = [];
beforeEach(() => {
  changes = { generation: 0, increment: () => (changes.generation += 1) };
  warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
});
afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.onModuleDestroy()));
  warn.mockRestore();
});

/** A listener on a database, which sends its probe by the connections of the calendar. */
function startListener(url = calendar.databaseUrl, CACHE_BYTES = 1): ChangeListener {
  const em = {
    config: { get: () => url },
    getKysely: () => calendar.application.get(EntityManager).getKysely(),
  } as unknown as EntityManager;
  const listener = new ChangeListener(em, changes as unknown as ChangeCounter, { CACHE_BYTES } as Configuration);
  listeners.push(listener);
  listener.onApplicationBootstrap();
  return listener;
}

const untilHeard = (listener: ChangeListener, isListening = true) =>
  eventually(() => (listener.isListening === isListening ? true : undefined));
const notify = (payload: string) => query(calendar.databaseUrl, `notify ${CHANGE_CHANNEL}, '${payload}'`);
const untilChanged = (before: number) => eventually(() => (changes.generation > before ? true : undefined));
const pidOfListener = async () =>
  (await query<{ pid: number }>(calendar.databaseUrl, `select pid from pg_stat_activity where ${LISTENERS}`))[0]?.pid;
const kill = async () => {
  const pid = await eventually(pidOfListener);
  await query(calendar.databaseUrl, `select pg_terminate_backend(${pid})`);
  return pid;
};
const warnings = () => warn.mock.calls.map(([message]) => String(message));

describe('a listener to changes', () => {
  it('12.2 counts what others notify, but not the probes of other listeners', async () => {
    await untilHeard(startListener());
    const { generation } = changes;
    await notify('probe of another');
    await notify('');
    await untilChanged(generation);
    expect(changes.generation).toBe(generation + 1);
    expect(warnings()).toEqual([]);
  });

  it('12.2 opens no connection where nothing is cached', async () => {
    const listener = startListener(undefined, 0);
    await setTimeout(100);
    expect([listener.isListening, await countRows(calendar.databaseUrl, 'pg_stat_activity', LISTENERS)]).toEqual([
      false,
      0,
    ]);
  });

  it('12.2 is not heard before its own probe has arrived, as behind a pooler that loses notices', async () => {
    // Notices stay within a database: the probe is sent in another one.
    const elsewhere = await createTestDatabase('template0');
    const listener = startListener(elsewhere.url);
    await eventually(() => (warnings().length > 0 ? true : undefined));
    expect(listener.isListening).toBe(false);
    expect(warnings()[0]).toContain('not a transaction pooler');
    await listener.onModuleDestroy();
    await elsewhere.drop();
  });

  it('12.2 leaves no connection and no warning behind when it is stopped', async () => {
    const listener = startListener();
    await untilHeard(listener);
    await listener.onModuleDestroy();
    await eventually(async () => ((await pidOfListener()) === undefined ? true : undefined));
    await setTimeout(500);
    expect([await pidOfListener(), warnings()]).toEqual([undefined, []]);
  });
});

describe('a listener whose connection', () => {
  it('12.2 is killed, twice, forgets what is cached each time, and hears again by a new one', async () => {
    const listener = startListener();
    await untilHeard(listener);
    for (let time = 1; time <= 2; time += 1) {
      const { generation } = changes;
      const pid = await kill();
      await untilChanged(generation);
      await untilHeard(listener);
      expect(await pidOfListener()).not.toBe(pid);
      const before = changes.generation;
      await notify('');
      await untilChanged(before);
    }
    expect(warnings()).toHaveLength(2);
  });

  it('12.2 falls silent, is not heard a second later, and hears again by a new one', async () => {
    const listener = startListener(proxy.url);
    await untilHeard(listener);
    const { generation } = changes;
    proxy.freeze();
    const began = performance.now();
    await untilHeard(listener, false);
    expect(performance.now() - began).toBeLessThan(SILENCE);
    expect(changes.generation).toBeGreaterThan(generation);
    await setTimeout(2 * SILENCE);
    expect(listener.isListening).toBe(false);
    proxy.restore();
    await untilHeard(listener);
    // However often it was tried again: one warning.
    expect(warnings()).toHaveLength(1);
  });

  it('12.2 is refused, is opened as soon as it can be', async () => {
    proxy.cut();
    const listener = startListener(proxy.url);
    await setTimeout(SILENCE);
    expect(listener.isListening).toBe(false);
    proxy.restore();
    await untilHeard(listener);
    expect(warnings()).toHaveLength(1);
  });
});
