import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { withPrepareHint, PostgresClient } from '../../../../src/persistence/client/postgres-client.js';
import { createTestDatabase, type TestDatabase } from '../../../support/database/test-database.js';

let database: TestDatabase;
const clients: pg.Client[] = [];
beforeAll(async () => {
  database = await createTestDatabase('template0');
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.end().catch(() => undefined))));
afterAll(() => database.drop());

async function connect(): Promise<pg.Client> {
  const client = new PostgresClient({ connectionString: database.url });
  clients.push(client);
  await client.connect();
  return client;
}

/** SQL text with the prepare hint. */
const withHint = (text: string) => withPrepareHint(CompiledQuery.raw(text)).sql;

/** SQL texts of the prepared statements of a connection. */
async function preparedStatements(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>('select statement from pg_prepared_statements order by 1');
  return rows.map(({ statement }) => statement);
}

it('A statement with the prepare hint is prepared once per connection and text, and reused with other values (12.4)', async () => {
  const texts = ['select $1::int + 1 as sum', 'select $1::int + 2 as sum'];
  for (const client of [await connect(), await connect()]) {
    for (const [index, text] of texts.entries())
      for (const value of [1, 41])
        expect((await client.query(withHint(text), [value])).rows).toEqual([{ sum: value + index + 1 }]);
    await client.query('select $1::int as other', [1]);
    expect(await preparedStatements(client)).toEqual(texts);
  }
});

describe('Connection of a failed statement', () => {
  let pool: pg.Pool;
  beforeEach(() => {
    pool = new pg.Pool({
      connectionString: database.url,
      Client: PostgresClient,
      max: 1,
      query_timeout: 500,
    });
    // MikroORM adds the same error handlers.
    pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  });
  afterEach(() => pool.end());

  /** Executes a statement and releases its connection without an error argument, as Kysely does. */
  async function send<Row extends object>(text: string): Promise<Row | undefined> {
    const client = await pool.connect();
    try {
      return (await client.query<Row>(text)).rows[0];
    } finally {
      client.release();
    }
  }
  const pid = async () => (await send<{ pid: number }>('select pg_backend_pid() as pid'))?.pid;

  it('is discarded if the statement exceeds query_timeout (12.4)', async () => {
    const before = await pid();
    await expect(send('select pg_sleep(5)')).rejects.toThrow('Query read timeout');
    const startedAt = performance.now();
    expect(await pid()).not.toBe(before);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it('stays in use if the database responds with an error (12.4)', async () => {
    const before = await pid();
    await expect(send('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    expect(await pid()).toBe(before);
  });
});
