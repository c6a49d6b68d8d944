import type { EntityMetadata, EntityProperty, Platform } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isNewEntity } from '../../persistence/transactions/is-new-entity.js';
import type { JsonObject } from '../../kernel/text/json-shape.js';

/** A row of a table that a unit of work writes. */
export interface WrittenRow {
  readonly operation: 'created' | 'updated' | 'removed';
  readonly entity: object;
  readonly meta: EntityMetadata;
  /** The properties that are written. */
  readonly properties: readonly EntityProperty[];
  /** What it held of these, and of its publication, before; and what it holds after. Nothing where it was not, or is no more, there. */
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** Together they are the status that is served. */
const STATUS_PROPERTIES = new Set(['status', 'trashedAt']);

/** What a unit of work is about to store for the first time. */
export function pendingInsertRows(em: EntityManager): WrittenRow[] {
  return [...em.getUnitOfWork().getPersistStack()]
    .filter((entity) => isNewEntity(em, entity))
    .map((entity) => snapshotRow(em, entity, 'created'));
}

/** All that a unit of work is about to write, once its change sets are computed. */
export function pendingWriteRows(em: EntityManager): WrittenRow[] {
  const work = em.getUnitOfWork();
  const removed = work.getRemoveStack();
  const changeSets = work.getChangeSets().filter(({ entity }) => !removed.has(entity));
  const changed = changeSets.map(({ entity, originalEntity, payload }) =>
    originalEntity ? updatedRow(em, entity, originalEntity, Object.keys(payload)) : snapshotRow(em, entity, 'created'),
  );
  return [...changed, ...[...removed].map((entity) => snapshotRow(em, entity, 'removed'))];
}

/** A row that is there as a whole, or gone as a whole. */
export function snapshotRow(em: EntityManager, entity: object, operation: 'created' | 'removed'): WrittenRow {
  const meta = metaOf(em, entity);
  const values = entity as JsonObject;
  const [before, after] = operation === 'created' ? [{}, values] : [values, {}];
  return { operation, entity, meta, properties: meta.props, before, after };
}

function updatedRow(em: EntityManager, entity: object, stored: JsonObject, names: readonly string[]): WrittenRow {
  const meta = metaOf(em, entity);
  const platform = em.getPlatform();
  const properties = meta.props.filter(({ name }) => names.includes(name));
  const known = meta.props.filter(({ name }) => names.includes(name) || STATUS_PROPERTIES.has(name));
  const before = Object.fromEntries(
    known.map((property) => [property.name, toEntityValue(property, stored, platform)]),
  );
  return { operation: 'updated', entity, meta, properties, before, after: entity as JsonObject };
}

const metaOf = (em: EntityManager, entity: object): EntityMetadata =>
  em.getMetadata().get(entity.constructor as new () => object);

/** A value as the entity held it: MikroORM keeps it as it was stored. `force` also reads JSON, which the driver would have read. */
function toEntityValue({ name, customType }: EntityProperty, stored: JsonObject, platform: Platform): unknown {
  const value = stored[name];
  return customType && value !== undefined ? customType.convertToJSValue(value, platform, { force: true }) : value;
}
