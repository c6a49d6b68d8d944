import { JsonType, type EntityMetadata, type EntityProperty, type Platform } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import type { JsonObject } from '../../kernel/text/json-shape.js';
import { withPrepareHint } from '../client/postgres-client.js';
import { isNewEntity } from './is-new-entity.js';

/**
 * Inserts all new entities of the unit of work with one prepared statement. A flush would send one statement per entity type, and plan each.
 *
 * Each table gets its rows as JSON, so that the text of the statement depends on tables and columns alone. A property
 * without a value gets the default that its entity declares, or null if it is nullable, or else the default of its
 * column.
 *
 * Triggers that look up other rows do not find those of other tables in the same statement. The entity manager must hold no other changes.
 * It is empty afterwards: stored records are read again.
 */
export async function bulkInsertAndClear(em: EntityManager): Promise<void> {
  const work = em.getUnitOfWork();
  if (work.getRemoveStack().size > 0)
    throw new Error('bulkInsertAndClear() does not delete: flush removed entities first');
  const persisted = [...work.getPersistStack()].filter((entity) => isNewEntity(em, entity));
  const groups = Map.groupBy(
    persisted.map((entity) => insertableOf(em, entity)),
    groupKeyOf,
  );
  const inserts = [...groups.values()].map((group, index) => insertOf(em, group, index));
  if (inserts.length > 0) {
    const text = `with ${inserts.map(({ text }) => text).join(', ')} select`;
    const parameters = inserts.map(({ rows }) => JSON.stringify(rows));
    await em.getKysely().executeQuery(withPrepareHint(CompiledQuery.raw(text, parameters)));
  }
  em.clear();
}

/** The part of the statement that inserts rows of one table. */
function insertOf(em: EntityManager, [first, ...others]: readonly Insertable[], index: number) {
  const { meta, properties } = first as Insertable;
  const platform = em.getPlatform();
  const rows = [first as Insertable, ...others].map(({ values }) =>
    Object.fromEntries(properties.map((each) => [columnOf(each), columnValue(each, values.get(each), platform)])),
  );
  const table = quoteIdentifier(meta.tableName);
  const columns = properties.map((each) => quoteIdentifier(columnOf(each)));
  const selected = properties.map((each) =>
    isCoalesced(each)
      ? `coalesce(${quoteIdentifier(columnOf(each))}, ${String(each.defaultRaw ?? each.default)})`
      : quoteIdentifier(columnOf(each)),
  );
  const text = `"rows_${index}" as (insert into ${table} (${columns.join(', ')})
    select ${selected.join(', ')} from json_populate_recordset(null::${table}, $${index + 1}))`;
  return { text, rows };
}

/** A new entity and the properties that its insert names. */
interface Insertable {
  readonly meta: EntityMetadata;
  readonly values: ReadonlyMap<EntityProperty, unknown>;
  readonly properties: readonly EntityProperty[];
}

/** A column whose default is declared only in the database is named if the entity has a value for it. */
function insertableOf(em: EntityManager, entity: object): Insertable {
  const meta: EntityMetadata = em.getMetadata().get(entity.constructor as new () => object);
  const values = new Map(meta.props.map((each) => [each, propertyValue(em, entity, each)]));
  const isNamed = (each: EntityProperty) =>
    values.get(each) !== undefined || isCoalesced(each) || (each.nullable === true && !hasDefault(each));
  return { meta, values, properties: meta.props.filter((each) => isInsertableProperty(each) && isNamed(each)) };
}

const groupKeyOf = ({ meta, properties }: Insertable): string =>
  [meta.tableName, ...properties.map(({ name }) => name)].join();

function propertyValue(em: EntityManager, entity: object, { name, onCreate }: EntityProperty): unknown {
  const value = (entity as JsonObject)[name];
  return value === undefined ? onCreate?.(entity, em) : value;
}

const isInsertableProperty = ({ persist, generated, fieldNames }: EntityProperty): boolean =>
  persist !== false && !generated && fieldNames?.length === 1;

const hasDefault = (property: EntityProperty): boolean => (property.defaultRaw ?? property.default ?? null) !== null;

/** A column that is not nullable and has a default: null means the default. */
const isCoalesced = (property: EntityProperty): boolean => hasDefault(property) && !property.nullable;

const columnOf = ({ fieldNames }: EntityProperty): string => fieldNames[0] ?? '';

const quoteIdentifier = (name: string): string => `"${name}"`;

/** The value of a column as JSON, which PostgreSQL converts to the type of the column. */
function columnValue({ customType, targetMeta }: EntityProperty, value: unknown, platform: Platform): unknown {
  if (value === undefined || value === null) return null;
  if (targetMeta) return (value as JsonObject)[targetMeta.primaryKeys[0] ?? 'id'];
  if (customType instanceof JsonType) return value;
  return toJsonValue(customType ? (customType.convertToDatabaseValue(value, platform) as unknown) : value);
}

/** PostgreSQL reads large integers and bytes from texts. */
function toJsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}
