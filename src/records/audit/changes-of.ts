import type { EntityProperty } from '@mikro-orm/core';
import { CHANGED, type Change, type Changes } from './audit-entry.entity.js';
import { DERIVED } from '../types/derived.js';
import type { WrittenRow } from './written-row.js';

type Values = Readonly<Record<string, unknown>>;

/** Most characters of a text, or of a value written as JSON. */
const LONGEST = 500;

/**
 * What a written row changes, by the names of the interface: the one an entity says by `serializedName`, else that of the column. Of a
 * new row, and of one that goes, what is more than nothing; of what an entity marks as `hidden`, never a value.
 */
export function changesOf(row: WrittenRow): Changes {
  const changes = row.properties.filter(isTold).flatMap((property): [string, Change][] => {
    const [from, to] = [told(property, row.before), told(property, row.after)];
    if (isSame(from, to) || (row.how !== 'updated' && isUsual(property, from ?? to))) return [];
    return [[interfaceName(property), property.hidden ? CHANGED : { from: cut(from), to: cut(to) }]];
  });
  return Object.fromEntries(changes);
}

/** What an entity's property is called in the interface. */
export const interfaceName = ({ serializedName, targetMeta, fieldNames, name }: EntityProperty): string =>
  serializedName ?? (targetMeta ? name : fieldNames?.[0]) ?? name;

/** Keys say which row it is, and stand in the entry itself. */
const isTold = ({ primary, generated, persist, groups }: EntityProperty): boolean =>
  !primary && !generated && persist !== false && !groups?.includes(DERIVED);

/** What is stored where nobody says anything. */
const isUsual = (property: EntityProperty, value: unknown): boolean =>
  value === '' || value === property.default || (isObject(value) && Object.keys(value).length === 0);

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (isObject(one) && isObject(other) && JSON.stringify(one) === JSON.stringify(other));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function told(property: EntityProperty, values: Values): unknown {
  const value = interfaceName(property) === 'status' ? servedStatus(values) : values[property.name];
  if (value instanceof Date) return `${value.toISOString().slice(0, -5)}Z`;
  const isEntity = property.targetMeta !== undefined && isObject(value);
  return (isEntity ? (value as { id?: unknown }).id : value) ?? null;
}

/** The trash is a date of its own, and is served as a status. */
const servedStatus = ({ status, trashedAt }: Values): unknown => (trashedAt ? 'trash' : status);

/** Never between the halves of a character: PostgreSQL would refuse one. */
function cut(value: unknown): unknown {
  const text = isObject(value) ? JSON.stringify(value) : value;
  if (typeof text !== 'string' || text.length <= LONGEST) return value;
  return `${text.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
