import type { EntityProperty } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Language } from '../../kernel/language/languages.js';
import type { JsonObject } from '../../kernel/text/json-shape.js';
import { DERIVED_COLUMN_GROUP } from '../types/columns.js';
import { SECRET_CHANGED, type FieldChange, type FieldChanges } from './audit-entry.entity.js';
import { linkedProperty, createdOrRemovedRow, type RecordToWrite, type RowToWrite } from './pending-writes.js';

/** Maximum length of a text, or of a value as JSON. */
const MAX_VALUE_LENGTH = 500;

interface RecordChanges {
  readonly changes: FieldChanges;
  readonly language: Language | null;
}

interface TranslationEntity {
  readonly language: Language;
  readonly fallbackLanguages: readonly Language[];
}

export function changesOfRecord({ ownRow, translations, links }: RecordToWrite): RecordChanges {
  const translationChanges = translations.map((row) => ({ row, changes: rowChanges(row) }));
  const changedTranslation = translationChanges.find(
    ({ row, changes }) => row.operation !== 'updated' || Object.keys(changes).length > 0,
  );
  const changes: FieldChanges = Object.assign(
    {},
    ownRow && rowChanges(ownRow),
    ...translationChanges.map((each) => each.changes),
    linkChanges(links),
  );
  const entity = changedTranslation && (changedTranslation.row.entity as TranslationEntity);
  return { changes, language: entity?.language ?? null };
}

/** The changes of a record that is removed, with the texts that a read in the requested language would serve. */
export async function removalChanges(em: EntityManager, pending: RecordToWrite, requested: Language) {
  const { kind, record } = pending;
  const meta = [...em.getMetadata().getAll().values()].find(({ tableName }) => tableName === kind.translationsTable);
  // Loaded by a fork, because the unit of work does not return entities that it will remove.
  const fork = em.fork({ keepTransactionContext: true });
  const translations = await fork.find<TranslationEntity>(meta?.class as never, { [kind.name]: record.id });
  const served = translations.find(({ fallbackLanguages }) => fallbackLanguages.includes(requested));
  const removal = changesOfRecord({
    ...pending,
    translations: served ? [createdOrRemovedRow(fork, served, 'removed')] : [],
  });
  const removed = translations.map(({ language }) => language).toSorted();
  return { ...removal, changes: { ...removal.changes, ml_translations: { removed } } };
}

/**
 * The changes of a row by API names. Default values of new and removed rows are left out. Values of properties that an entity declares
 * as `hidden` are never included.
 */
function rowChanges(row: RowToWrite): FieldChanges {
  const changes = row.properties.filter(isAuditedProperty).flatMap((property): [string, FieldChange][] => {
    const [from, to] = [auditedValue(property, row.before), auditedValue(property, row.after)];
    if (isSameValue(from, to) || (row.operation !== 'updated' && isDefaultValue(property, from ?? to))) return [];
    const change = property.hidden ? SECRET_CHANGED : { from: truncate(from), to: truncate(to) };
    return [[apiNameOf(property), change]];
  });
  return Object.fromEntries(changes);
}

function linkChanges(links: readonly RowToWrite[]): FieldChanges {
  const byName = Map.groupBy(links, ({ meta }) => apiNameOf(linkedProperty(meta) as EntityProperty));
  return Object.fromEntries([...byName].map(([name, rows]) => [name, linkedIdsChange(rows)]));
}

/** Added and removed ids. New positions are mentioned only if there are none, because adding and removing moves other links, too. */
function linkedIdsChange(rows: readonly RowToWrite[]): FieldChange {
  const idsOf = (operation: RowToWrite['operation']) =>
    rows
      .filter((row) => row.operation === operation)
      .map(({ entity, meta }) => ((entity as JsonObject)[linkedProperty(meta)?.name ?? ''] as { id: number }).id);
  const [added, removed] = [idsOf('created'), idsOf('removed')];
  if (added.length === 0 && removed.length === 0) return { moved: true };
  return { ...(added.length > 0 ? { added } : {}), ...(removed.length > 0 ? { removed } : {}) };
}

/** The API name of a property: its `serializedName`, otherwise the name of a reference, or the column of another property. */
const apiNameOf = ({ serializedName, targetMeta, fieldNames, name }: EntityProperty): string =>
  serializedName ?? (targetMeta ? name : fieldNames?.[0]) ?? name;

/** Primary keys are columns of the audit entry itself. */
const isAuditedProperty = ({ primary, generated, persist, groups }: EntityProperty): boolean =>
  !primary && !generated && persist !== false && !groups?.includes(DERIVED_COLUMN_GROUP);

const isDefaultValue = (property: EntityProperty, value: unknown): boolean =>
  value === '' || value === property.default || (isObject(value) && Object.keys(value).length === 0);

const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (isObject(a) && isObject(b) && JSON.stringify(a) === JSON.stringify(b));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function auditedValue(property: EntityProperty, values: JsonObject): unknown {
  const isStatus = apiNameOf(property) === 'status';
  const value = isStatus && values['trashedAt'] ? 'trash' : values[isStatus ? 'status' : property.name];
  if (value instanceof Date) return `${value.toISOString().slice(0, -5)}Z`;
  const isEntity = property.targetMeta !== undefined && isObject(value);
  return (isEntity ? (value as { id?: unknown }).id : value) ?? null;
}

/** Cuts a long value. Surrogate pairs are not split, because PostgreSQL rejects lone surrogates. */
function truncate(value: unknown): unknown {
  const text = isObject(value) ? JSON.stringify(value) : value;
  if (typeof text !== 'string' || text.length <= MAX_VALUE_LENGTH) return value;
  return `${text.slice(0, MAX_VALUE_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
