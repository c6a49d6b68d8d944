import { MetadataError, type EntityMetadata } from '@mikro-orm/core';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Type } from '@nestjs/common';
import { sql } from 'kysely';
import { declaredBy } from '../records/extension-points/custom-fields.decorator.js';
import { isList } from '../records/extension-points/typed-custom-fields.js';
import { OperatorError, type Fault } from '../kernel/errors/operator-error.js';
import { fieldsOf } from '../kernel/schema/field.js';
import { ENTITIES } from './database.js';

/**
 * Sees to the tables of extensions, after the migrations: each has all that its entity says, and tells of its changes as ours do.
 * @throws {OperatorError} naming tables and columns that no migration has made
 */
export async function settleExtensions({ em }: MikroORM, customFields: readonly Type[]): Promise<void> {
  const all = [...em.getMetadata().getAll().values()].filter(isStored);
  const ours = new Set<string>(ENTITIES.map(({ meta }) => meta.tableName));
  const added = all.filter(({ tableName }) => !ours.has(tableName));
  refuse(await missing(em, added));
  for (const { tableName } of added) await watch(em, tableName);
  for (const type of customFields) await indexFields(em, type);
}

const isStored = ({ tableName, abstract, virtual, embeddable }: EntityMetadata): boolean =>
  Boolean(tableName) && !abstract && !virtual && !embeddable;

function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new OperatorError({ key: 'extensions.unusable' }, faults);
}

/** None where a property is of the other side of a relation, whatever MikroORM's types say. */
const columnsOf = ({ fieldNames }: { readonly fieldNames?: readonly string[] }) => fieldNames ?? [];

async function missing(em: EntityManager, entities: readonly EntityMetadata[]): Promise<Fault[]> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as "table", json_agg(column_name) as columns from information_schema.columns
    where table_schema = current_schema() group by table_name`.execute(em.getKysely());
  const stored = new Map(rows.map(({ table, columns }) => [table, new Set(columns)]));
  return entities.flatMap(({ tableName: of, props }): Fault[] => {
    const columns = stored.get(of);
    if (!columns) return [{ of, text: { key: 'extensions.no_table' } }];
    const wanted = props.filter(({ persist }) => persist !== false).flatMap(columnsOf);
    const lacking = wanted.filter((name) => !columns.has(name));
    if (lacking.length === 0) return [];
    return [{ of, text: { key: 'extensions.no_columns', args: { columns: lacking.join(', ') } } }];
  });
}

/** @throws {OperatorError} where entities of extensions cannot be used beside ours, which MikroORM finds out */
export function refuseEntities(error: unknown): never {
  if (!(error instanceof MetadataError)) throw error;
  const text = { key: 'extensions.entities', args: { reason: error.message } };
  throw new OperatorError({ key: 'extensions.unusable' }, [{ of: 'MikroORM', text }]);
}

/** Indexes of the custom fields that a list is filtered by, where they are asked for, and of those that a search looks into. */
async function indexFields(em: EntityManager, type: Type): Promise<void> {
  const declared = declaredBy(type);
  if (!declared) return;
  const { kind, indexed = [], searched = [] } = declared;
  const db = em.getKysely();
  for (const field of fieldsOf(type).filter(({ name }) => indexed.includes(name))) {
    const index = sql.ref(`${kind.table}_custom_${field.name}_index`);
    // Long texts fit into no other.
    const method = isList(field) ? sql`gin` : sql`hash`;
    const member = sql`((custom_fields -> ${sql.lit(field.name)}))`;
    await sql`create index if not exists ${index} on ${sql.table(kind.table)} using ${method} ${member}`.execute(db);
  }
  if (searched.length === 0) return;
  const index = sql.ref(`${kind.table}_folded_facts_index`);
  await sql`create index if not exists ${index} on ${sql.table(kind.table)} using gin (folded_facts gin_trgm_ops)`.execute(
    db,
  );
}

/** What is kept of answers does not outlive a change: the database itself tells of it, whoever writes. */
async function watch(em: EntityManager, table: string): Promise<void> {
  const db = em.getKysely();
  const { rows } = await sql`
    select from pg_trigger where tgrelid = ${table}::regclass and tgname = 'notices'`.execute(db);
  if (rows.length > 0) return;
  await sql`
    create trigger notices after insert or update or delete or truncate on ${sql.table(table)}
    for each statement execute function notify_calendar_changes()`.execute(db);
}
