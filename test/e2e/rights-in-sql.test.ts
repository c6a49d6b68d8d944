import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
const ASKING = [7, 8];
const ROW = fc.record<Row>({
  author_id: fc.constantFrom(...ASKING, 9, null),
  status: fc.constantFrom('publish', 'publish', 'draft', 'pending', 'private'),
  published_at: fc.option(fc.integer({ min: 0, max: 9 })),
  trashed_at: fc.option(fc.integer({ min: 0, max: 9 })),
  password_hash: fc.option(fc.constant('hash')),
});
/** Random rows from a seed. A failure then reports the seed instead of all rows. */
const rowsOf = (seed: number): Row[] => fc.sample(ROW, { seed, numRuns: 300 });
const PRESENT = fc.integer({ min: 0, max: 9 });
const PRINCIPALS: readonly Principal[] = [
  { id: null, role: 'anonymous' },
  ...ROLES.flatMap((role) => ASKING.map((id) => ({ id, role }))),
];

const compiler = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (each) => new PostgresIntrospector(each),
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

async function fill(rows: readonly Row[]): Promise<void> {
  await session.query('truncate rows');
  await session.query(
    `insert into rows select (each.place - 1)::int, (row ->> 'author_id')::bigint, row ->> 'status',
      to_timestamp((row ->> 'published_at')::int), to_timestamp((row ->> 'trashed_at')::int), row ->> 'password_hash'
    from jsonb_array_elements($1::jsonb) with ordinality as each (row, place)`,
    [JSON.stringify(rows)],
  );
}

/** A condition in SQL, and its expected result for a row. */
interface Compared {
  readonly name: string;
  readonly condition: RawBuilder<SqlBool>;
  readonly holds: (row: Row) => boolean;
}

function comparedFor(principal: Principal, present: number): Compared[] {
  const now = sql<Date>`to_timestamp(${present})`;
  // A record in the trash has the permissions of the moment when it was trashed.
  const isPublic = ({ status, published_at: date, trashed_at: trashed }: Row) =>
    status === 'publish' && date !== null && date <= Math.min(present, trashed ?? present);
  const may = (action: 'read' | 'edit') => (row: Row) =>
    can(principal, action, { authorId: row.author_id, isPublic: isPublic(row) });
  const [reads, edits] = [may('read'), may('edit')];
  const isWhole = (row: Row) => row.password_hash === null || edits(row);
  return [
    { name: 'read', condition: permittedCondition(principal, 'read', 'r', now), holds: reads },
    { name: 'edit', condition: permittedCondition(principal, 'edit', 'r', now), holds: edits },
    {
      name: 'readable',
      condition: readableCondition(principal, 'r', now),
      holds: (row) => row.trashed_at === null && reads(row),
    },
    {
      name: 'in the trash',
      condition: readableInTrashCondition(principal, 'r', now),
      holds: (row) => row.trashed_at !== null && edits(row),
    },
    {
      name: 'whole',
      condition: unprotectedEventCondition(principal, 'r', now),
      holds: isWhole,
    },
    // Lists also use the negated condition. If the condition were null, its negation would be null too.
    {
      name: 'not whole',
      condition: sql`not ${unprotectedEventCondition(principal, 'r', now)}`,
      holds: (row) => !isWhole(row),
    },
  ];
}

/** The rows for which the database and `holds` differ, for all principals and conditions at once. */
async function differences(rows: readonly Row[], present: number): Promise<unknown[]> {
  const all = PRINCIPALS.flatMap((principal) =>
    comparedFor(principal, present).map((each) => ({ ...each, principal })),
  );
  const column = ({ condition }: Compared) => sql`(${condition}) is true`;
  const statement = sql`select array[${sql.join(all.map(column))}] as found from rows as r order by id`.compile(
    compiler,
  );
  const { rows: found } = await session.query<{ found: boolean[] }>(statement.sql, [...statement.parameters]);
  expect(found).toHaveLength(rows.length);
  return rows.flatMap((row, index) =>
    all.flatMap(({ name, holds, principal }, place) =>
      found[index]?.found[place] === holds(row) ? [] : [{ ...principal, name, row, present, expected: holds(row) }],
    ),
  );
}

describe('Permission conditions in SQL', () => {
  it('equal the permissions of single records for every role, row and time (8.5)', async () => {
    const property = fc.asyncProperty(fc.integer(), PRESENT, async (seed, present) => {
      const rows = rowsOf(seed);
      await fill(rows);
      expect((await differences(rows, present)).slice(0, 3)).toEqual([]);
    });
    await fc.assert(property, { numRuns: 30 });
  });

  it('select some rows but not all, except for roles that may do everything or nothing (8.5)', () => {
    const answers = PRINCIPALS.flatMap((principal) =>
      comparedFor(principal, 5).map(
        ({ name, holds }) => [`${principal.role}: ${name}`, new Set(rowsOf(1).map(holds)).size] as const,
      ),
    );
    const constant = answers.filter(([, size]) => size === 1).map(([name]) => name);
    const all = (roles: string[], names: string[]) => roles.flatMap((role) => names.map((name) => `${role}: ${name}`));
    expect([...new Set(constant)].toSorted()).toEqual(
      [
        ...all(['administrator', 'editor'], ['read', 'edit', 'whole', 'not whole']),
        ...all(['subscriber', 'anonymous'], ['edit', 'in the trash']),
      ].toSorted(),
    );
  });
});
