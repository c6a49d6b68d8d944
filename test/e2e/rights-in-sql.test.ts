import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import pg from 'pg';
import { unprotectedEventCondition } from '../../src/kinds/calendar-kinds.js';
import {
  permittedCondition,
  can,
  readableCondition,
  readableInTrashCondition,
} from '../../src/kernel/context/permissions.js';
import { ROLES, type Principal } from '../../src/kernel/context/principal.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

/** The columns that permissions depend on. Times are seconds. */
interface Row {
  readonly author_id: number | null;
  readonly status: string;
  readonly published_at: number | null;
  readonly trashed_at: number | null;
  readonly password_hash: string | null;
}

/** Ids of the callers. Records can also belong to a third user or have no author. */
const CALLER_IDS = [7, 8];
const arbitraryRow = fc.record<Row>({
  author_id: fc.constantFrom(...CALLER_IDS, 9, null),
  status: fc.constantFrom('publish', 'publish', 'draft', 'pending', 'private'),
  published_at: fc.option(fc.integer({ min: 0, max: 9 })),
  trashed_at: fc.option(fc.integer({ min: 0, max: 9 })),
  password_hash: fc.option(fc.constant('hash')),
});
/** Random rows from a seed. A failure then reports the seed instead of all rows. */
const randomRows = (seed: number): Row[] => fc.sample(arbitraryRow, { seed, numRuns: 300 });
const arbitrarySeconds = fc.integer({ min: 0, max: 9 });
const PRINCIPALS: readonly Principal[] = [
  { id: null, role: 'anonymous' },
  ...ROLES.flatMap((role) => CALLER_IDS.map((id) => ({ id, role }))),
];

const compiler = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

let database: TestDatabase;
let session: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase('template0');
  session = new pg.Client({ connectionString: database.url });
  await session.connect();
  await session.query(`create temporary table rows (id int, author_id bigint, status text, published_at timestamptz,
    trashed_at timestamptz, password_hash text)`);
});
afterAll(async () => {
  await session.end();
  await database.drop();
});

async function insertRows(rows: readonly Row[]): Promise<void> {
  await session.query('truncate rows');
  await session.query(
    `insert into rows select (each.place - 1)::int, (row ->> 'author_id')::bigint, row ->> 'status',
      to_timestamp((row ->> 'published_at')::int), to_timestamp((row ->> 'trashed_at')::int), row ->> 'password_hash'
    from jsonb_array_elements($1::jsonb) with ordinality as each (row, place)`,
    [JSON.stringify(rows)],
  );
}

/** A condition in SQL, and the function that computes its expected result for a row. */
interface ConditionCase {
  readonly name: string;
  readonly condition: RawBuilder<SqlBool>;
  readonly isExpected: (row: Row) => boolean;
}

function conditionCases(principal: Principal, nowSeconds: number): ConditionCase[] {
  const now = sql<Date>`to_timestamp(${nowSeconds})`;
  // A record in the trash has the permissions of the moment when it was trashed.
  const isPublic = ({ status, published_at: date, trashed_at: trashed }: Row) =>
    status === 'publish' && date !== null && date <= Math.min(nowSeconds, trashed ?? nowSeconds);
  const allows = (action: 'read' | 'edit') => (row: Row) =>
    can(principal, action, { authorId: row.author_id, isPublic: isPublic(row) });
  const [canRead, canEdit] = [allows('read'), allows('edit')];
  const isUnprotected = (row: Row) => row.password_hash === null || canEdit(row);
  return [
    { name: 'read', condition: permittedCondition(principal, 'read', 'r', now), isExpected: canRead },
    { name: 'edit', condition: permittedCondition(principal, 'edit', 'r', now), isExpected: canEdit },
    {
      name: 'readable',
      condition: readableCondition(principal, 'r', now),
      isExpected: (row) => row.trashed_at === null && canRead(row),
    },
    {
      name: 'in the trash',
      condition: readableInTrashCondition(principal, 'r', now),
      isExpected: (row) => row.trashed_at !== null && canEdit(row),
    },
    {
      name: 'unprotected',
      condition: unprotectedEventCondition(principal, 'r', now),
      isExpected: isUnprotected,
    },
    // Lists also use the negated condition. If the condition were null, its negation would be null too.
    {
      name: 'not unprotected',
      condition: sql`not ${unprotectedEventCondition(principal, 'r', now)}`,
      isExpected: (row) => !isUnprotected(row),
    },
  ];
}

/** Compares the results of the database with `isExpected`, for all principals and conditions. Returns the differences. */
async function differences(rows: readonly Row[], nowSeconds: number): Promise<unknown[]> {
  const all = PRINCIPALS.flatMap((principal) =>
    conditionCases(principal, nowSeconds).map((conditionCase) => ({ ...conditionCase, principal })),
  );
  const column = ({ condition }: ConditionCase) => sql`(${condition}) is true`;
  const statement = sql`select array[${sql.join(all.map(column))}] as results from rows as r order by id`.compile(
    compiler,
  );
  const { rows: resultRows } = await session.query<{ results: boolean[] }>(statement.sql, [...statement.parameters]);
  expect(resultRows).toHaveLength(rows.length);
  return rows.flatMap((row, index) =>
    all.flatMap(({ name, isExpected, principal }, position) =>
      resultRows[index]?.results[position] === isExpected(row)
        ? []
        : [{ ...principal, name, row, nowSeconds, expected: isExpected(row) }],
    ),
  );
}

describe('Permission conditions in SQL', () => {
  it('equal the permissions of single records for every role, row and time (8.5)', async () => {
    const property = fc.asyncProperty(fc.integer(), arbitrarySeconds, async (seed, nowSeconds) => {
      const rows = randomRows(seed);
      await insertRows(rows);
      expect((await differences(rows, nowSeconds)).slice(0, 3)).toEqual([]);
    });
    await fc.assert(property, { numRuns: 30 });
  });

  it('select some rows but not all, except for roles that may do everything or nothing (8.5)', () => {
    const distinctResults = PRINCIPALS.flatMap((principal) =>
      conditionCases(principal, 5).map(
        ({ name, isExpected }) => [`${principal.role}: ${name}`, new Set(randomRows(1).map(isExpected)).size] as const,
      ),
    );
    const constant = distinctResults.filter(([, size]) => size === 1).map(([name]) => name);
    const all = (roles: string[], names: string[]) => roles.flatMap((role) => names.map((name) => `${role}: ${name}`));
    expect([...new Set(constant)].toSorted()).toEqual(
      [
        ...all(['administrator', 'editor'], ['read', 'edit', 'unprotected', 'not unprotected']),
        ...all(['subscriber', 'anonymous'], ['edit', 'in the trash']),
      ].toSorted(),
    );
  });
});
