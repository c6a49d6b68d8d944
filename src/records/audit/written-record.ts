import type { EntityMetadata, EntityProperty } from '@mikro-orm/core';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import { kindOfTable } from '../types/kinds.js';
import type { AuditAction } from './audit-entry.entity.js';
import type { WrittenRow } from './written-row.js';

/** A record, and the rows that are written of it: its own, its texts', its links'. */
export interface WrittenRecord {
  readonly kind: RecordKind;
  readonly record: { readonly id: number };
  readonly own: WrittenRow | undefined;
  readonly texts: readonly WrittenRow[];
  readonly links: readonly WrittenRow[];
}

interface Belonging {
  readonly row: WrittenRow;
  readonly kind: RecordKind;
  readonly record: { readonly id: number };
}

/** The records that written rows belong to. Rows of none, such as entries of the audit itself, are left out. */
export function recordsOf(rows: readonly WrittenRow[]): WrittenRecord[] {
  const belonging = rows.flatMap((row) => belongingOf(row) ?? []);
  return [...Map.groupBy(belonging, ({ record }) => record)].map(([record, its]) => {
    const all = its.map(({ row }) => row);
    const others = all.filter(({ entity }) => entity !== record);
    return {
      kind: (its[0] as Belonging).kind,
      record,
      own: all.find(({ entity }) => entity === record),
      texts: others.filter(({ meta }) => meta.properties['language'] !== undefined),
      links: others.filter(({ meta }) => linkedProperty(meta) !== undefined),
    };
  });
}

/** The first key of texts and links is the record they belong to; the second one of links is what they link it to. */
function belongingOf(row: WrittenRow): Belonging | undefined {
  const kind = kindOfTable(row.meta.tableName);
  if (kind) return { row, kind, record: row.entity as { id: number } };
  const [owner] = referencesIn(row.meta);
  const ownerKind = kindOfTable(owner?.targetMeta?.tableName ?? '');
  if (!owner || !ownerKind) return undefined;
  return { row, kind: ownerKind, record: valueOf(row, owner) as { id: number } };
}

/** What rows of links link their record to; none of other rows. */
export const linkedProperty = (meta: EntityMetadata): EntityProperty | undefined => referencesIn(meta)[1];

const referencesIn = ({ primaryKeys, properties }: EntityMetadata): EntityProperty[] =>
  primaryKeys.flatMap((name) => properties[name] ?? []).filter(({ targetMeta }) => targetMeta !== undefined);

/** What a row holds of a property. */
export const valueOf = ({ entity }: WrittenRow, { name }: EntityProperty): unknown =>
  (entity as Readonly<Record<string, unknown>>)[name];

/** What is done to a record. */
export function actionOf({ own, texts }: WrittenRecord): AuditAction {
  if (own?.how === 'created') return 'create';
  if (own?.how === 'removed') return 'delete';
  if (texts.some(({ how }) => how === 'removed')) return 'delete_translation';
  const wasTrashed = Boolean(own?.before['trashedAt']);
  const isTrashed = Boolean(own?.after['trashedAt']);
  if (wasTrashed === isTrashed) return 'update';
  return isTrashed ? 'trash' : 'restore';
}
