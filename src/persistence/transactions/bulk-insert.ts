import type { EntityProperty, Platform } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import { isNew } from './is-new.js';
import type { JsonObject } from '../../kernel/text/json-shape.js';

/**
 * Stores all that is new and was persisted, in one statement. A flush takes one for each kind of rows, and their way to the database
 * and back is most of what a create costs. Triggers that look for other rows before one is stored cannot rely on finding those
 * of the same statement: what they would tell has to be brought along.
 * The entity manager is to hold nothing else that is to be written, and knows of nothing any more then: what is stored is read anew.
 */
export async function bulkInsert(em: EntityManager): Promise<void> {
  const work = em.getUnitOfWork();
  if (work.getRemoveStack().size > 0) throw new Error('bulkInsert() does not delete: flush removed entities first');
  const persisted = [...work.getPersistStack()].filter((entity) => isNew(em, entity));
  const kinds = Map.groupBy(persisted, (entity) => entity.constructor);
  const insertions = [...kinds.values()].map(
    (entities, index) => sql`${sql.ref(`rows_${index}`)} as (${insertStatement(em, entities)})`,
  );
  if (insertions.length > 0) await sql`with ${sql.join(insertions)} select`.execute(em.getKysely());
  em.clear();
}

/** Rows of one table. What an entity does not say has the default of its column. */
function insertStatement(em: EntityManager, entities: readonly object[]): RawBuilder<unknown> {
  const meta = em.getMetadata().get((entities[0] as object).constructor as new () => object);
  const platform = em.getPlatform();
  const properties = meta.props.filter(
    (property) =>
      isInsertable(property) && entities.some((entity) => propertyValue(em, entity, property) !== undefined),
  );
  const columns = properties.map(({ fieldNames }) => sql.ref(fieldNames[0] ?? ''));
  const rows = entities.map((entity) => {
    const values = properties.map((property) => columnValue(property, propertyValue(em, entity, property), platform));
    return sql`(${sql.join(values)})`;
  });
  return sql`insert into ${sql.table(meta.tableName)} (${sql.join(columns)}) values ${sql.join(rows)}`;
}

/** What an entity says, or what its property has where a new one says nothing. */
function propertyValue(em: EntityManager, entity: object, { name, onCreate }: EntityProperty): unknown {
  return (entity as JsonObject)[name] ?? ((entity as JsonObject)[name] === undefined ? onCreate?.(entity, em) : null);
}

const isInsertable = ({ persist, generated, fieldNames }: EntityProperty): boolean =>
  persist !== false && !generated && fieldNames?.length === 1;

function columnValue(
  { customType, targetMeta }: EntityProperty,
  value: unknown,
  platform: Platform,
): RawBuilder<unknown> {
  if (value === undefined) return sql`default`;
  if (value === null) return sql`null`;
  if (targetMeta) return sql`${(value as JsonObject)[targetMeta.primaryKeys[0] ?? 'id']}`;
  if (value instanceof Date) return sql`${value.toISOString()}`;
  return sql`${customType ? customType.convertToDatabaseValue(value, platform) : value}`;
}
