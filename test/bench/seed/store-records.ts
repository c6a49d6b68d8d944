import { sql, type Kysely } from 'kysely';
import { fold, foldedNameKey } from '../../../src/kernel/text/fold.js';
import type { RecordKind } from '../../../src/kernel/context/record-kind.js';
import type { SyntheticRecord } from './synthetic-records.js';
import type { SyntheticName } from './synthetic-texts.js';

type Db = Kysely<unknown>;
type Row = Record<string, unknown>;

/** Rows per statement. PostgreSQL accepts at most 65,535 values. */
const ROWS_AT_ONCE = 1000;

const CREATED = '2024-01-01T00:00:00Z';

/**
 * Inserts the records that do not exist yet, as judged by their first slug. Parents must precede their children.
 * @returns ids of all records, in order
 */
export async function storeRecords(db: Db, kind: RecordKind, records: readonly SyntheticRecord[]): Promise<number[]> {
  const known = await idsBySlug(db, kind, records.map(keyOf));
  const missing = records.filter((record) => !known.has(keyOf(record)));
  const fresh = await newIds(db, kind.table, missing.length);
  for (const [index, record] of missing.entries()) known.set(keyOf(record), fresh[index] ?? 0);
  const ids = records.map((record) => known.get(keyOf(record)) ?? 0);
  const numbered = missing.map((record, index) => ({
    ...record,
    id: fresh[index] ?? 0,
    parentId: record.parent === undefined ? null : (ids[record.parent] ?? null),
  }));
  await insert(
    db,
    kind.table,
    numbered.map((record) => recordRow(kind, record)),
  );
  await insert(
    db,
    kind.slugsTable,
    numbered.flatMap((record) => slugRows(kind, record)),
  );
  await insert(
    db,
    kind.translationsTable,
    numbered.flatMap((record) => record.names.map((name) => textRow(kind, record, name))),
  );
  return ids;
}

interface NumberedRecord extends SyntheticRecord {
  readonly id: number;
  readonly parentId: number | null;
}

const keyOf = ({ names: [first] }: SyntheticRecord): string => first?.slug ?? '';

function recordRow(kind: RecordKind, { id, facts, parentId }: NumberedRecord): Row {
  const parent = kind.hierarchyColumn ? { [kind.hierarchyColumn]: parentId } : {};
  return { id, created_at: CREATED, modified_at: CREATED, ...facts, ...parent };
}

function slugRows(kind: RecordKind, { id, names }: NumberedRecord): Row[] {
  const slugs = new Set(names.map(({ slug }) => slug));
  return [...slugs].map((slug) => ({ slug, [kind.foreignKey]: id, current: true }));
}

function textRow(kind: RecordKind, { id, parentId }: NumberedRecord, { language, name, slug }: SyntheticName): Row {
  const search_text = kind.family === 'term' ? `${fold(name)}\n${fold(slug)}` : fold(name);
  const parent = kind.hierarchyColumn ? { sibling_scope: parentId ?? 0 } : {};
  return { [kind.foreignKey]: id, language, name, slug, search_text, name_key: foldedNameKey(name), ...parent };
}

async function idsBySlug(db: Db, kind: RecordKind, slugs: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ slug: string; id: number }>`
    select slug, ${sql.ref(kind.foreignKey)} as id from ${sql.table(kind.slugsTable)}
    where slug = any (${slugs}::text[])`.execute(db);
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

async function newIds(db: Db, table: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`.execute(db);
  return rows.map(({ id }) => id);
}

async function insert(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const values = rows.slice(start, start + ROWS_AT_ONCE);
    await (db as Kysely<Record<string, Row>>).insertInto(table).values(values).execute();
  }
}
