import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TableStatistics } from '../../src/persistence/maintenance/table-statistics.js';
import { inTransaction, query } from '../support/database-session.js';
import { startOwnCalendar, type OwnCalendar } from '../support/own-calendar.js';

let calendar: OwnCalendar;
beforeAll(async () => {
  calendar = await startOwnCalendar();
  await ask('alter table idempotency_keys set (autovacuum_enabled = off)');
});
afterAll(() => calendar.close());

const ask = (statement: string) => query<{ rows: number }>(calendar.databaseUrl, statement);
const refresh = () => calendar.application.get(TableStatistics).refresh();
const insert = async (rows: number) => {
  await ask(`insert into idempotency_keys (key, fingerprint, status, headers, created_at)
    select hash, hash, 201, '{}', now() from generate_series(1, ${rows}) as number, sha256((gen_random_uuid()::text || number)::bytea) as hash`);
};
/** How many rows the planner knows of; -1 where nobody has looked yet. */
const known = async (table = 'idempotency_keys') =>
  (await ask(`select reltuples::int as rows from pg_class where relname = '${table}'`))[0]?.rows;

describe('statistics of tables', () => {
  it('9.3 are renewed where a table has doubled, and left alone where it has not', async () => {
    await insert(100);
    expect([await refresh(), await known()]).toEqual([[], -1]);
    await insert(1);
    expect([await refresh(), await known()]).toEqual([['idempotency_keys'], 101]);
    await insert(101);
    expect([await refresh(), await known()]).toEqual([[], 101]);
    await insert(1);
    expect([await refresh(), await known()]).toEqual([['idempotency_keys'], 203]);
  });

  it('9.3 are not waited for where somebody else holds the table', async () => {
    await insert(1000);
    await inTransaction(calendar.databaseUrl, async (session) => {
      await session.query('lock table idempotency_keys in access exclusive mode');
      expect([await refresh(), await known()]).toEqual([['idempotency_keys'], 203]);
    });
    await refresh();
    expect(await known()).toBe(1203);
  });

  it('9.3 are renewed for tables behind one for which that fails', async () => {
    const failing = (body: string) => `create or replace function failing(bytea) returns int language plpgsql immutable
      as $$ begin ${body} end $$`;
    await ask(failing('return 1;'));
    await ask('create index on idempotency_keys (failing(key))');
    await insert(3000);
    await ask(failing(`raise exception 'It cannot be said';`));
    await ask('create table behind as select generate_series(1, 200) as id');
    await expect(refresh()).rejects.toThrow('It cannot be said');
    expect(await known('behind')).toBe(200);
  });
});
