import { JsonType, type EntityMetadata, type EntityProperty, type Platform } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import type { JsonObject } from '../../kernel/text/json-shape.js';
import { withPrepareHint } from '../client/postgres-client.js';
import { isNewEntity } from './is-new-entity.js';

/**
 * Inserts all new entities of the unit of work with one prepared statement. A flush sends one statement per entity type, and plans each.
 *
 * Each table gets its rows as JSON, so that the text of the statement depends on the tables alone. A property without a value gets the
 * default that its entity declares, or null if it is nullable, or the default of its column.
 *
 * Triggers that look up other rows do not find those of other tables in the same statement. The entity manager must hold no other changes.
 * It is empty afterwards: stored records are read again.
 */
export async function bulkInsert(em: EntityManager): Promise<void> {
  const work = em.getUnitOfWork();
  if (work.getRemoveStack().size > 0) throw new Error('bulkInsert() does not delete: flush removed entities first');
  const persisted = [...work.getPersistStack()].filter((entity) => isNewEntity(em, entity));
  const inserts = [...Map.groupBy(persisted, (entity) => entity.constructor).values()].map((entities, index) =>
    insertOf(em, entities, index),
  );
  if (inserts.length > 0) {
    const text = `with ${inserts.map(({ text }) => text).join(', ')} select`;
    await em.getKysely().executeQuery(
      withPrepareHint(
        CompiledQuery.raw(
          text,
          inserts.map(({ rows }) => JSON.stringify(rows)),
        ),
      ),
    );
  }
  em.clear();
}

/** The part of the statement that inserts the rows of one table. */
function insertOf(em: EntityManager, entities: readonly object[], index: number) {
  const meta: EntityMetadata = em.getMetadata().get((entities[0] as object).constructor as new () => object);
  const platform = em.getPlatform();
  const values = entities.map((entity) => new Map(meta.props.map((each) => [each, propertyValue(em, entity, each)])));
  const properties = meta.props.filter(
    (each) =>
      isInsertable(each) && (hasDefault(each) || each.nullable || values.some((row) => row.get(each) !== undefined)),
  );
  const rows = values.map((row) =>
    Object.fromEntries(properties.map((each) => [columnOf(each), columnValue(each, row.get(each), platform)])),
  );
  const table = quote(meta.tableName);
  const columns = properties.map((each) => quote(columnOf(each)));
  const selected = properties.map((each) =>
    hasDefault(each)
      ? `coalesce(${quote(columnOf(each))}, ${String(each.defaultRaw ?? each.default)})`
      : quote(columnOf(each)),
  );
  const text = `"rows_${index}" as (insert into ${table} (${columns.join(', ')})
    select ${selected.join(', ')} from json_populate_recordset(null::${table}, $${index + 1}))`;
  return { text, rows };
}

/** The value of a property of a new entity. `undefined` if it has none. */
function propertyValue(em: EntityManager, entity: object, { name, onCreate }: EntityProperty): unknown {
  const value = (entity as JsonObject)[name];
  return value === undefined ? onCreate?.(entity, em) : value;
}

const isInsertable = ({ persist, generated, fieldNames }: EntityProperty): boolean =>
  persist !== false && !generated && fieldNames?.length === 1;

const hasDefault = (property: EntityProperty): boolean => (property.defaultRaw ?? property.default ?? null) !== null;

const columnOf = ({ fieldNames }: EntityProperty): string => fieldNames[0] ?? '';

const quote = (name: string): string => `"${name}"`;

/** The value of a column as JSON, which PostgreSQL converts to the type of the column. */
function columnValue({ customType, targetMeta }: EntityProperty, value: unknown, platform: Platform): unknown {
  if (value === undefined || value === null) return null;
  if (targetMeta) return (value as JsonObject)[targetMeta.primaryKeys[0] ?? 'id'];
  if (customType instanceof JsonType) return value;
  return customType ? (customType.convertToDatabaseValue(value, platform) as unknown) : value;
}
