import { MetadataError, type EntityMetadata } from '@mikro-orm/core';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Type } from '@nestjs/common';
import { sql } from 'kysely';
import { customFieldsDeclarationOf } from '../records/extension-points/custom-fields.decorator.js';
import { isListField } from '../records/extension-points/typed-custom-fields.js';
import { extensionError, type SetupIssue } from '../kernel/errors/setup-error.js';
import { fieldsOf } from '../kernel/schema/field.js';
import { CALENDAR_ENTITIES } from './database-options.js';

/**
 * Checks the tables of extensions against their entities after the migrations, and adds change triggers and indexes of custom fields.
 * @throws {SetupError} with the tables and columns that no migration created
 */
export async function addExtensionTableObjects({ em }: MikroORM, customFields: readonly Type[]): Promise<void> {
  const stored = [...em.getMetadata().getAll().values()].filter(isStoredInOwnTable);
  const calendarTables = new Set<string>(CALENDAR_ENTITIES.map(({ meta }) => meta.tableName));
  const extensionEntities = stored.filter(({ tableName }) => !calendarTables.has(tableName));
  const issues = await findSchemaIssues(em, extensionEntities);
  if (issues.length > 0) throw extensionError(issues);
  for (const { tableName } of extensionEntities) await createChangeTrigger(em, tableName);
  for (const type of customFields) await indexCustomFields(em, type);
}

const isStoredInOwnTable = ({ tableName, abstract, virtual, embeddable }: EntityMetadata): boolean =>
  Boolean(tableName) && !abstract && !virtual && !embeddable;

/** MikroORM's types hide that the inverse side of a relation has no columns. */
const columnNamesOf = ({ fieldNames }: { readonly fieldNames?: readonly string[] }) => fieldNames ?? [];

async function findSchemaIssues(em: EntityManager, entities: readonly EntityMetadata[]): Promise<SetupIssue[]> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as "table", json_agg(column_name) as columns from information_schema.columns
    where table_schema = current_schema() group by table_name`.execute(em.getKysely());
  const existingColumns = new Map(rows.map(({ table, columns }) => [table, new Set(columns)]));
  return entities.flatMap(({ tableName, props }): SetupIssue[] => {
    const columns = existingColumns.get(tableName);
    if (!columns)
      return [{ subject: tableName, text: 'does not exist in the database. Add a migration that creates the table.' }];
    const expectedColumns = props.filter(({ persist }) => persist !== false).flatMap(columnNamesOf);
    const missingColumns = expectedColumns.filter((name) => !columns.has(name));
    if (missingColumns.length === 0) return [];
    const text = `lacks columns of its entity (${missingColumns.join(', ')}). Add a migration that adds them.`;
    return [{ subject: tableName, text }];
  });
}

/** @throws {SetupError} if MikroORM rejects the entities of extensions; any other error is rethrown */
export function rethrowEntityError(error: unknown): never {
  if (!(error instanceof MetadataError)) throw error;
  const text = `rejected the entities of the extensions (${error.message}). Rename entities or tables.`;
  throw extensionError([{ subject: 'MikroORM', text }]);
}

/** Creates the indexes that an extension declares for custom fields: for filters, and for search. */
async function indexCustomFields(em: EntityManager, type: Type): Promise<void> {
  const declared = customFieldsDeclarationOf(type);
  if (!declared) return;
  const { kind, indexed = [], searchable = [] } = declared;
  const db = em.getKysely();
  for (const field of fieldsOf(type).filter(({ name }) => indexed.includes(name))) {
    const index = sql.ref(`${kind.table}_custom_${field.name}_index`);
    // Long texts do not fit into a B-tree index.
    const method = isListField(field) ? sql`gin` : sql`hash`;
    const member = sql`((custom_fields -> ${sql.lit(field.name)}))`;
    await sql`create index if not exists ${index} on ${sql.table(kind.table)} using ${method} ${member}`.execute(db);
  }
  if (searchable.length === 0) return;
  const index = sql.ref(`${kind.table}_search_fields_index`);
  await sql`create index if not exists ${index} on ${sql.table(kind.table)} using gin (search_fields gin_trgm_ops)`.execute(
    db,
  );
}

/** The trigger notifies every process of changes of the table, so that response caches drop stale entries. */
async function createChangeTrigger(em: EntityManager, table: string): Promise<void> {
  const db = em.getKysely();
  const { rows } = await sql`
    select from pg_trigger where tgrelid = ${table}::regclass and tgname = 'notify_changes'`.execute(db);
  if (rows.length > 0) return;
  await sql`
    create trigger notify_changes after insert or update or delete or truncate on ${sql.table(table)}
    for each statement execute function notify_calendar_changes()`.execute(db);
}
