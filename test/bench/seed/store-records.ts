import { sql, type Kysely } from 'kysely';
import { fold, foldedNameKey } from '../../../src/kernel/text/fold.js';
import type { RecordKind } from '../../../src/kernel/context/record-kind.js';
import type { SyntheticRecord } from './synthetic-records.js';

type Db = Kysely<unknown>;
type Row = Record<string, unknown>;

/** Rows per statement. PostgreSQL accepts at most 65,535 values. */
const ROWS_PER_STATEMENT = 1000;

const CREATED_AT = '2024-01-01T00:00:00Z';

/**
 * Inserts records with their slugs and translations. Parents must precede their children.
 * @returns their ids, in order
 */
export async function storeRecords(db: Db, kind: RecordKind, records: readonly SyntheticRecord[]): Promise<number[]> {
  const { table, slugsTable, translationsTable, foreignKey, hierarchyColumn } = kind;
  const ids = await newIds(db, table, records.length);
  const rows: Row[] = [];
  const slugs: Row[] = [];
  const texts: Row[] = [];
  for (const [index, { names, fields, parent }] of records.entries()) {
    const id = ids[index];
    const parentId = parent === undefined ? null : ids[parent];
    rows.push({
      id,
      created_at: CREATED_AT,
      modified_at: CREATED_AT,
      ...fields,
      ...hierarchyField(hierarchyColumn, parentId),
    });
    for (const slug of new Set(names.map((name) => name.slug))) slugs.push({ slug, [foreignKey]: id, current: true });
    for (const { language, name, slug } of names) {
      const search_text = kind.family === 'term' ? `${fold(name)}\n${fold(slug)}` : fold(name);
      const scope = hierarchyField(hierarchyColumn && 'sibling_scope', parentId ?? 0);
      texts.push({ [foreignKey]: id, language, name, slug, search_text, name_key: foldedNameKey(name), ...scope });
    }
  }
  await insert(db, table, rows);
  await insert(db, slugsTable, slugs);
  await insert(db, translationsTable, texts);
  return ids;
}

/** A column that only tables of hierarchical kinds have. */
const hierarchyField = (column: string | undefined, value: unknown): Row =>
  column === undefined ? {} : { [column]: value };

async function newIds(db: Db, table: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`.execute(db);
  return rows.map(({ id }) => id);
}

async function insert(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const values = rows.slice(start, start + ROWS_PER_STATEMENT);
    await (db as Kysely<Record<string, Row>>).insertInto(table).values(values).execute();
  }
}
