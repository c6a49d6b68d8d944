import { describe, expect, it } from 'vitest';
import type { EntityManager } from '@mikro-orm/postgresql';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { DatabaseConnection, SqlBool } from 'kysely';
import type { RequestContext } from '../../../../src/kernel/context/request-context.js';
import { ListLimiter } from '../../../../src/records/lists/list-limiter.js';
import { encodeCursor, ListReader } from '../../../../src/records/lists/list-reader.js';
import { type FoundPage, selectPage } from '../../../../src/records/lists/list-statements.js';
import type { RecordListQuery } from '../../../../src/records/lists/base.query.js';
import { EVENT } from '../../../../src/kinds/calendar-kinds.js';
import { MAX_OFFSET, listUrl, pageUrls } from '../../../../src/records/lists/page-urls.js';
import { toNumber } from '../../../../src/kernel/schema/parsers.js';

const CONTEXT = { baseUrl: 'http://calendar', language: { requested: 'en' } } as RequestContext;
const upTo = (last: number) => Array.from({ length: last }, (_each, index) => index + 1);
const rowsOf = (...ids: readonly number[]) => ids.map((id) => ({ id, sort_value: String(id), extra: null }));

/** A database that returns these rows, one result after another. */
function databaseOf(results: object[][]): Kysely<unknown> {
  class Driver extends DummyDriver {
    override async acquireConnection(): Promise<DatabaseConnection> {
      const executeQuery = async () => ({ rows: results.shift() ?? [] });
      return { executeQuery } as unknown as DatabaseConnection;
    }
  }
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** Reads a page of three of a list with selective conditions. `searches` are the ids that further statements find. */
async function read(countResult: FoundPage, searches: readonly number[][], query: Partial<RecordListQuery> = {}) {
  const results: object[][] = [[countResult], ...searches.map((ids) => rowsOf(...ids))];
  const reader = new ListReader(
    { getKysely: () => databaseOf(results) } as unknown as EntityManager,
    new ListLimiter(),
  );
  const page = await reader.readPage(
    CONTEXT,
    { page: 1, per_page: 3, ...query },
    {
      kind: EVENT,
      alias: 'e',
      sort: { name: 'id', direction: 'asc', expression: sql.ref('e.id'), type: 'bigint' },
      from: sql`events as e`,
      where: [],
      selective: [sql`e.featured`],
      read: async (rows) => rows,
      view: ({ id }) => id,
    },
  );
  expect(results).toEqual([]);
  return { ids: page.events, hasNext: page.next_rest_url !== null };
}

describe('Page of a list with selective conditions', () => {
  it('is empty without a search if no row meets them (5.6)', async () => {
    expect(await read({ total: 0, rows: [] }, [])).toEqual({ ids: [], hasNext: false });
    expect(await read({ total: 0, rows: null }, [])).toEqual({ ids: [], hasNext: false });
  });

  it('has the rows that the count found if few rows meet them (5.6)', async () => {
    expect(await read({ total: 20, rows: rowsOf(1, 2, 3, 4) }, [])).toEqual({ ids: [1, 2, 3], hasNext: true });
    expect(await read({ total: 3, rows: rowsOf(1, 2, 3) }, [])).toEqual({ ids: [1, 2, 3], hasNext: false });
    const after = encodeCursor({ listKey: 'events:id:asc', value: '2', id: 2 });
    expect(await read({ total: 5, rows: rowsOf(3, 5) }, [], { after })).toEqual({ ids: [3, 5], hasNext: false });
  });

  it('is searched by its conditions if many rows meet them (5.6)', async () => {
    expect(await read({ total: 5000, rows: null }, [upTo(4)])).toEqual({ ids: [1, 2, 3], hasNext: true });
    expect(await read({ total: 5000, rows: null }, [upTo(2)], { page: 1667 })).toEqual({ ids: [1, 2], hasNext: false });
  });
});

describe('Statement of a page after a cursor', () => {
  it('has the condition of the cursor first, where PostgreSQL starts to read the index (5.8)', () => {
    const plan = {
      alias: 'e',
      sort: { name: 'start_date', direction: 'asc', expression: sql.ref('e.starts_at'), type: 'timestamptz' },
      from: sql`events as e`,
      where: [sql<SqlBool>`e.starts_at > now()`],
    } as const;
    const window = { cursor: { listKey: '', value: '0', id: 1 }, offset: 0, limit: 3 };
    const { sql: text } = selectPage(plan, window).compile(databaseOf([]));
    expect(text).toMatch(/where \("e"."starts_at", "e"."id"\) > .* and e.starts_at > now\(\)/);
  });
});

const radiusInUrl = (radius: number) =>
  new URL(listUrl('http://a', { page: 1, per_page: 1, radius } as never, 'ca', { page: 1 })).searchParams.get('radius');

describe('listUrl', () => {
  it.each([
    [0, '0'],
    [-0.5, '-0.5'],
    [1e-7, '0.0000001'],
    [1.2345678901234568e-15, '0.0000000000000012345678901234568'],
    [9_007_199_254_740_991, '9007199254740991'],
  ])('formats numbers so that they are read back unchanged: %d (5.7)', (number, text) => {
    expect([radiusInUrl(number), toNumber(text)]).toEqual([text, number]);
  });
});

describe('pageUrls', () => {
  const context = { baseUrl: 'http://a', language: { requested: 'ca' } } as never;
  const previousOf = (page: number) =>
    pageUrls(context, { page, per_page: 10, after: undefined }, { kind: { path: 'tags' } } as never, {
      after: undefined,
      total_pages: 2000,
    }).previous_rest_url;

  it('has no previous page beyond the last one that can be requested (5.6)', () => {
    const lastPage = MAX_OFFSET / 10;
    expect(previousOf(lastPage + 1)).toContain(`page=${lastPage}`);
    expect(previousOf(lastPage + 2)).toBeNull();
  });
});
