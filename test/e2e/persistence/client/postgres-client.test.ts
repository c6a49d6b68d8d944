import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { withPrepareHint, PostgresClient } from '../../../../src/persistence/client/postgres-client.js';
import { mapDatabaseError } from '../../../../src/persistence/client/database-errors.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database/test-database.js';

let database: TestDatabase;
const clients: pg.Client[] = [];
beforeAll(async () => {
  database = await createTestDatabase('template0');
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.end().catch(() => undefined))));
afterAll(() => database.drop());

function newClient(options: pg.ClientConfig = {}): pg.Client {
  const client = new PostgresClient({ connectionString: database.url, ...options });
  clients.push(client);
  return client;
}

async function connected(): Promise<pg.Client> {
  const client = newClient();
  await client.connect();
  return client;
}

/** The text of a statement to prepare. */
const prepared = (text: string) => withPrepareHint(CompiledQuery.raw(text)).sql;

/** The texts of the statements that a connection keeps by name. */
async function keptBy(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>('select statement from pg_prepared_statements order by 1');
  return rows.map(({ statement }) => statement);
}

describe('the plan of a statement', () => {
  it('12.4 is kept once by each connection, however often the text is sent and whatever its values', async () => {
    const text = 'select $1::int + 1 as sum';
    for (const client of [await connected(), await connected()]) {
      for (const value of [1, 41]) {
        expect((await client.query(prepared(text), [value])).rows).toEqual([{ sum: value + 1 }]);
      }
      expect(await keptBy(client)).toEqual([text]);
    }
  });

  it('12.4 is kept apart for each of several texts', async () => {
    const texts = ['select $1::int as one', 'select $1::int as two'];
    const client = await connected();
    for (const text of texts) await client.query(prepared(text), [1]);
    expect(await keptBy(client)).toEqual(texts);
  });

  it('12.4 is not kept for any other text', async () => {
    const client = await connected();
    await client.query('select $1::int as other', [1]);
    expect(await keptBy(client)).toEqual([]);
  });
});

describe('the connection of a statement that fails', () => {
  let pool: pg.Pool;
  beforeEach(() => {
    pool = new pg.Pool({
      connectionString: database.url,
      Client: PostgresClient,
      max: 1,
      query_timeout: 500,
    });
    // As MikroORM does.
    pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  });
  afterEach(() => pool.end());

  /** Sends a statement, and gives its connection back to the pool as Kysely does, which does not say how it ended. */
  async function send<Row extends object>(text: string): Promise<Row | undefined> {
    const client = await pool.connect();
    try {
      return (await client.query<Row>(text)).rows[0];
    } finally {
      client.release();
    }
  }
  const pid = async () => (await send<{ pid: number }>('select pg_backend_pid() as pid'))?.pid;

  it('12.4 is given up where the statement was not answered within query_timeout', async () => {
    const before = await pid();
    await expect(send('select pg_sleep(5)')).rejects.toThrow('Query read timeout');
    const began = performance.now();
    expect(await pid()).not.toBe(before);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('12.4 stays in use where the database answered with an error', async () => {
    const before = await pid();
    await expect(send('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    expect(await pid()).toBe(before);
  });
});

describe('a connection that cannot be opened', () => {
  /** The error by promise, and by callback as pg-pool asks for it. */
  const errorsOf = async (options: pg.ClientConfig) => [
    await newClient(options)
      .connect()
      .catch((error: unknown) => error),
    await new Promise((resolve) => newClient(options).connect(resolve)),
  ];
  const urlTo = (port: number) => `postgres://calendar@127.0.0.1:${port}/calendar`;

  it('9.2 12.4 is unavailable where its port refuses, the system error being the cause', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    for (const error of await errorsOf({ connectionString: urlTo(port) })) {
      expect(error).toMatchObject({ message: 'Could not connect to the database', cause: { code: 'ECONNREFUSED' } });
      expect(mapDatabaseError(error)?.status).toBe(503);
    }
  });

  it('9.2 12.4 is unavailable where the server closes it before it answers', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (const error of await errorsOf({ connectionString: urlTo(port) }))
      expect(mapDatabaseError(error)?.status).toBe(503);
    server.close();
  });

  it('9.2 12.4 is unavailable where TLS is required and the server has none', async () => {
    for (const error of await errorsOf({ ssl: true })) {
      expect(error).toMatchObject({ cause: { message: 'The server does not support SSL connections' } });
      expect(mapDatabaseError(error)?.status).toBe(503);
    }
  });

  it('9.2 keeps the SQLSTATE of a database that does not exist', async () => {
    const url = new URL(database.url);
    url.pathname = '/nowhere';
    for (const error of await errorsOf({ connectionString: url.href })) {
      expect(error).toMatchObject({ code: '3D000' });
      expect(mapDatabaseError(error)?.status).toBe(503);
    }
  });

  it('9.2 gives no error to the callback of one that was opened', async () => {
    expect(await new Promise((resolve) => newClient().connect(resolve))).toBeFalsy();
  });
});
