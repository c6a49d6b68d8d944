import type { EntityProperty } from '@mikro-orm/core';
import { SECRET_CHANGED, type FieldChange, type FieldChanges } from './audit-entry.entity.js';
import { DERIVED_COLUMN_GROUP } from '../types/derived-column-group.js';
import type { WrittenRow } from './written-row.js';
import type { JsonObject } from '../../kernel/text/json-shape.js';

/** Most characters of a text, or of a value written as JSON. */
const MAX_VALUE_LENGTH = 500;

/**
 * What a written row changes, by the names of the interface: the one an entity says by `serializedName`, else that of the column. Of a
 * new row, and of one that goes, what is more than nothing; of what an entity marks as `hidden`, never a value.
 */
export function rowChanges(row: WrittenRow): FieldChanges {
  const changes = row.properties.filter(isAuditedProperty).flatMap((property): [string, FieldChange][] => {
    const [from, to] = [auditedValue(property, row.before), auditedValue(property, row.after)];
    if (isSameValue(from, to) || (row.operation !== 'updated' && isDefaultValue(property, from ?? to))) return [];
    return [
      [apiNameOfProperty(property), property.hidden ? SECRET_CHANGED : { from: truncate(from), to: truncate(to) }],
    ];
  });
  return Object.fromEntries(changes);
}

/** What an entity's property is called in the interface. */
export const apiNameOfProperty = ({ serializedName, targetMeta, fieldNames, name }: EntityProperty): string =>
  serializedName ?? (targetMeta ? name : fieldNames?.[0]) ?? name;

/** Keys say which row it is, and stand in the entry itself. */
const isAuditedProperty = ({ primary, generated, persist, groups }: EntityProperty): boolean =>
  !primary && !generated && persist !== false && !groups?.includes(DERIVED_COLUMN_GROUP);

/** What is stored where nobody says anything. */
const isDefaultValue = (property: EntityProperty, value: unknown): boolean =>
  value === '' || value === property.default || (isObject(value) && Object.keys(value).length === 0);

const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (isObject(a) && isObject(b) && JSON.stringify(a) === JSON.stringify(b));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function auditedValue(property: EntityProperty, values: JsonObject): unknown {
  const value = apiNameOfProperty(property) === 'status' ? servedStatus(values) : values[property.name];
  if (value instanceof Date) return `${value.toISOString().slice(0, -5)}Z`;
  const isEntity = property.targetMeta !== undefined && isObject(value);
  return (isEntity ? (value as { id?: unknown }).id : value) ?? null;
}

/** The trash is a date of its own, and is served as a status. */
const servedStatus = ({ status, trashedAt }: JsonObject): unknown => (trashedAt ? 'trash' : status);

/** Never between the halves of a character: PostgreSQL would refuse one. */
function truncate(value: unknown): unknown {
  const text = isObject(value) ? JSON.stringify(value) : value;
  if (typeof text !== 'string' || text.length <= MAX_VALUE_LENGTH) return value;
  return `${text.slice(0, MAX_VALUE_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
