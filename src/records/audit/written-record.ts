import type { EntityMetadata, EntityProperty } from '@mikro-orm/core';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { kindOf } from '../types/record-kinds.js';
import type { AuditAction } from './audit-entry.entity.js';
import type { WrittenRow } from './written-row.js';

/** A record, and the rows that are written of it: its own, its texts', its links'. */
export interface WrittenRecord {
  readonly kind: RecordKind;
  readonly record: { readonly id: number };
  readonly ownRow: WrittenRow | undefined;
  readonly translations: readonly WrittenRow[];
  readonly links: readonly WrittenRow[];
}

interface OwnedRow {
  readonly row: WrittenRow;
  readonly kind: RecordKind;
  readonly record: { readonly id: number };
}

/** The records that written rows belong to. Rows of none, such as entries of the audit itself, are left out. */
export function groupByRecord(rows: readonly WrittenRow[]): WrittenRecord[] {
  const owned = rows.flatMap((row) => ownerOf(row) ?? []);
  return [...Map.groupBy(owned, ({ record }) => record)].map(([record, ownedRows]) => {
    const all = ownedRows.map(({ row }) => row);
    const otherRows = all.filter(({ entity }) => entity !== record);
    return {
      kind: (ownedRows[0] as OwnedRow).kind,
      record,
      ownRow: all.find(({ entity }) => entity === record),
      translations: otherRows.filter(({ meta }) => meta.properties['language'] !== undefined),
      links: otherRows.filter(({ meta }) => linkedProperty(meta) !== undefined),
    };
  });
}

/** The first key of texts and links is the record they belong to; the second one of links is what they link it to. */
function ownerOf(row: WrittenRow): OwnedRow | undefined {
  const kind = kindOf(row.meta);
  if (kind) return { row, kind, record: row.entity as { id: number } };
  const [owner] = foreignKeysInPrimaryKey(row.meta);
  const ownerKind = kindOf(owner?.targetMeta);
  if (!owner || !ownerKind) return undefined;
  return { row, kind: ownerKind, record: propertyValue(row, owner) as { id: number } };
}

/** What rows of links link their record to; none of other rows. */
export const linkedProperty = (meta: EntityMetadata): EntityProperty | undefined => foreignKeysInPrimaryKey(meta)[1];

const foreignKeysInPrimaryKey = ({ primaryKeys, properties }: EntityMetadata): EntityProperty[] =>
  primaryKeys.flatMap((name) => properties[name] ?? []).filter(({ targetMeta }) => targetMeta !== undefined);

/** What a row holds of a property. */
export const propertyValue = ({ entity }: WrittenRow, { name }: EntityProperty): unknown =>
  (entity as Readonly<Record<string, unknown>>)[name];

/** What is done to a record. */
export function auditActionOf({ ownRow, translations }: WrittenRecord): AuditAction {
  if (ownRow?.operation === 'created') return 'create';
  if (ownRow?.operation === 'removed') return 'delete';
  if (translations.some(({ operation }) => operation === 'removed')) return 'delete_translation';
  const wasTrashed = Boolean(ownRow?.before['trashedAt']);
  const isTrashed = Boolean(ownRow?.after['trashedAt']);
  if (wasTrashed === isTrashed) return 'update';
  return isTrashed ? 'trash' : 'restore';
}
