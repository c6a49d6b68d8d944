import { once } from 'node:events';
import { createServer, Socket, type AddressInfo, type Server } from 'node:net';
import { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type pg from 'pg';
import { query } from '../support/database/database-session.js';
import { startTestCalendar, type TestCalendar } from '../support/calendar/test-calendar.js';
import { createRecord } from '../support/records/kinds.js';
import { eventually } from '../support/processes/log-lines.js';

describe('Unreachable database', () => {
  let calendar: TestCalendar;
  let pool: pg.Pool;
  let closedPort: number;
  /** Server that closes each connection before it responds. */
  let closingServer: Server;
  let tagPath: string;
  beforeAll(async () => {
    calendar = await startTestCalendar();
    pool = await calendar.application.get(EntityManager).getConnection().getNativeClient();
    tagPath = `tags/${(await createRecord(calendar, 'tags')).id}`;
    closingServer = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    const server = createServer().listen(0, '127.0.0.1');
    await Promise.all([once(closingServer, 'listening'), once(server, 'listening')]);
    closedPort = portOf(server);
    server.close();
  });
  afterAll(async () => {
    closingServer.close();
    await calendar.close();
  });

  const portOf = (server: Server) => (server.address() as AddressInfo).port;

  function socketWithoutDescriptor(): Socket {
    const socket = new Socket();
    socket.connect = () => {
      process.nextTick(() => socket.destroy(Object.assign(new Error('connect EMFILE'), { code: 'EMFILE' })));
      return socket;
    };
    return socket;
  }

  const urlWith = (change: (url: URL) => unknown): { connectionString: string } => {
    const url = new URL(calendar.databaseUrl);
    change(url);
    return { connectionString: url.href };
  };

  /** Reasons why new connections fail. */
  const OBSTACLES: [string, () => pg.PoolConfig][] = [
    ['its port refuses connections', () => urlWith((url) => (url.port = String(closedPort)))],
    ['it closes the connection before it responds', () => urlWith((url) => (url.port = String(portOf(closingServer))))],
    ['the database does not exist', () => urlWith((url) => (url.pathname = '/nowhere'))],
    ['TLS is required and the server has none', () => ({ ssl: true })],
    ['the process has no file descriptor left (EMFILE)', () => ({ stream: socketWithoutDescriptor })],
  ];

  /** Closes all connections of the pool and makes new ones fail while `work` runs. */
  async function whileUnreachable(obstacle: pg.PoolConfig, work: () => Promise<void>): Promise<void> {
    const originalOptions = { ...pool.options };
    Object.assign(pool.options, obstacle);
    await query(
      calendar.databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'calendar-events-service'`,
    );
    await eventually(() => (pool.totalCount === 0 ? true : undefined));
    await work().finally(() => {
      for (const name of Object.keys(obstacle)) Reflect.deleteProperty(pool.options, name);
      Object.assign(pool.options, originalOptions);
    });
  }

  it.each(OBSTACLES)('reads and writes are 503, never 500, if %s (9.2, 12.4)', async (_description, obstacle) => {
    await whileUnreachable(obstacle(), async () => {
      const json = { name: 'Never' };
      const responses = await Promise.all([
        calendar.request('GET', tagPath),
        calendar.request('GET', 'events'),
        calendar.request('POST', 'tags', { json }),
        calendar.request('POST', 'tags', { json, headers: { 'Idempotency-Key': 'unreachable' } }),
      ]);
      const results = responses.map(({ status, body, headers }) => [status, body['code'], headers.get('Retry-After')]);
      expect(results).toEqual(results.map(() => [503, 'unavailable', '1']));
    });
    expect((await calendar.request('GET', tagPath)).status).toBe(200);
  });
});
