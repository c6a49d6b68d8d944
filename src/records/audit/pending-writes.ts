import type { EntityMetadata, EntityProperty, Platform } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { JsonObject } from '../../kernel/text/json-shape.js';
import { isNewEntity } from '../../persistence/transactions/is-new-entity.js';
import { kindOf } from '../types/record-kinds.js';
import type { AuditAction } from './audit-entry.entity.js';

export interface RowToWrite {
  readonly operation: 'created' | 'updated' | 'removed';
  readonly entity: object;
  readonly meta: EntityMetadata;
  readonly properties: readonly EntityProperty[];
  /** The stored values of `properties` and of the properties that make up the status. Empty for new rows. */
  readonly before: JsonObject;
  /** Empty for removed rows. */
  readonly after: JsonObject;
}

/** A record and the rows of it that a unit of work writes. */
export interface RecordToWrite {
  readonly kind: RecordKind;
  readonly record: { readonly id: number };
  readonly ownRow: RowToWrite | undefined;
  readonly translations: readonly RowToWrite[];
  readonly links: readonly RowToWrite[];
}

/** Properties that together are the status in the API. */
const STATUS_PROPERTIES = new Set(['status', 'trashedAt']);

/** The new records of a unit of work. It needs no change sets. */
export const pendingInserts = (em: EntityManager): RecordToWrite[] =>
  groupByRecord(
    [...em.getUnitOfWork().getPersistStack()]
      .filter((entity) => isNewEntity(em, entity))
      .map((entity) => createdOrRemovedRow(em, entity, 'created')),
  );

/** The records that a unit of work will write. Its change sets must have been computed. */
export function pendingWrites(em: EntityManager): RecordToWrite[] {
  const work = em.getUnitOfWork();
  const removed = work.getRemoveStack();
  const changed = work
    .getChangeSets()
    .filter(({ entity }) => !removed.has(entity))
    .map(({ entity, originalEntity, payload }) =>
      originalEntity
        ? updatedRow(em, entity, originalEntity, Object.keys(payload))
        : createdOrRemovedRow(em, entity, 'created'),
    );
  return groupByRecord([...changed, ...[...removed].map((entity) => createdOrRemovedRow(em, entity, 'removed'))]);
}

/** A row that is created or removed as a whole. */
export function createdOrRemovedRow(em: EntityManager, entity: object, operation: 'created' | 'removed'): RowToWrite {
  const meta = metaOf(em, entity);
  const values = entity as JsonObject;
  const [before, after] = operation === 'created' ? [{}, values] : [values, {}];
  return { operation, entity, meta, properties: meta.props, before, after };
}

function updatedRow(em: EntityManager, entity: object, stored: JsonObject, names: readonly string[]): RowToWrite {
  const meta = metaOf(em, entity);
  const properties = meta.props.filter(({ name }) => names.includes(name));
  const known = meta.props.filter(({ name }) => names.includes(name) || STATUS_PROPERTIES.has(name));
  const before = Object.fromEntries(known.map((each) => [each.name, toEntityValue(each, stored, em.getPlatform())]));
  return { operation: 'updated', entity, meta, properties, before, after: entity as JsonObject };
}

const metaOf = (em: EntityManager, entity: object): EntityMetadata =>
  em.getMetadata().get(entity.constructor as new () => object);

/** Converts a stored value to that of the entity. Without `force`, MikroORM leaves JSON to the driver. */
function toEntityValue({ name, customType }: EntityProperty, stored: JsonObject, platform: Platform): unknown {
  const value = stored[name];
  return customType && value !== undefined ? customType.convertToJSValue(value, platform, { force: true }) : value;
}

/** Groups rows by the record that they belong to. Other rows, such as audit entries, are left out. */
function groupByRecord(rows: readonly RowToWrite[]): RecordToWrite[] {
  const owned = rows.flatMap((row) => {
    const owner = ownerOf(row);
    return owner ? [{ row, ...owner }] : [];
  });
  return [...Map.groupBy(owned, ({ record }) => record).values()].map((group) => {
    const { kind, record } = group[0] as (typeof group)[number];
    const all = group.map(({ row }) => row);
    const others = all.filter(({ entity }) => entity !== record);
    return {
      kind,
      record,
      ownRow: all.find(({ entity }) => entity === record),
      translations: others.filter(({ meta }) => meta.properties['language'] !== undefined),
      links: others.filter(({ meta }) => linkedProperty(meta) !== undefined),
    };
  });
}

/** The primary key of translations and links begins with a reference to their record. */
function ownerOf({ entity, meta }: RowToWrite): Pick<RecordToWrite, 'kind' | 'record'> | undefined {
  const ownKind = kindOf(meta);
  if (ownKind) return { kind: ownKind, record: entity as { id: number } };
  const [owner] = foreignKeysInPrimaryKey(meta);
  const kind = kindOf(owner?.targetMeta);
  return owner && kind && { kind, record: (entity as JsonObject)[owner.name] as { id: number } };
}

/** The reference of a link row to the linked record. Other rows have none. */
export const linkedProperty = (meta: EntityMetadata): EntityProperty | undefined => foreignKeysInPrimaryKey(meta)[1];

const foreignKeysInPrimaryKey = ({ primaryKeys, properties }: EntityMetadata): EntityProperty[] =>
  primaryKeys.flatMap((name) => properties[name] ?? []).filter(({ targetMeta }) => targetMeta !== undefined);

/** Derives the action on a record from the operations on its rows. */
export function auditActionOf({ ownRow, translations }: RecordToWrite): AuditAction {
  if (ownRow?.operation === 'created') return 'create';
  if (ownRow?.operation === 'removed') return 'delete';
  if (translations.some(({ operation }) => operation === 'removed')) return 'delete_translation';
  const wasTrashed = Boolean(ownRow?.before['trashedAt']);
  const isTrashed = Boolean(ownRow?.after['trashedAt']);
  if (wasTrashed === isTrashed) return 'update';
  return isTrashed ? 'trash' : 'restore';
}
