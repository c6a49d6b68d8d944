import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { Language } from '../../kernel/language/languages.js';

/** Actions that the audit records. */
export const AUDIT_ACTIONS = [
  'create',
  'update',
  'trash',
  'restore',
  'delete',
  'delete_translation',
  'revoke',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const auditedKinds = (kinds: readonly RecordKind[]): string[] => [
  ...kinds.map(({ name }) => name),
  'user',
  'token',
];

/** The change of a secret that was set, replaced or removed. */
export const SECRET_CHANGED = 'changed';

/**
 * The change of one member: the old and new value (long ones are cut), the added and removed ids or languages, a new
 * order of links, or {@link SECRET_CHANGED}.
 */
export type FieldChange =
  | { readonly from: unknown; readonly to: unknown }
  | { readonly added?: readonly (number | string)[]; readonly removed?: readonly (number | string)[] }
  | { readonly moved: true }
  | typeof SECRET_CHANGED;

/** Changes by API names. */
export type FieldChanges = Readonly<Record<string, FieldChange>>;

/** An entry of the audit. It has no foreign keys, so that it outlives the user and the record. */
const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  properties: {
    id: p.bigint('number').primary(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** Null for commands of the operator. */
    userId: p.bigint('number').nullable(),
    username: p.text().nullable(),
    role: p.text(),
    action: p.text().$type<AuditAction>(),
    kind: p.text(),
    recordId: p.bigint('number').nullable(),
    /** The language of the translation that was written or removed. */
    language: p.string().$type<Language>().nullable(),
    /** Network address. */
    client: p.text(),
    requestId: p.text(),
    changes: p.json<FieldChanges>(),
  },
});

export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);

export const AUDIT_ENTITIES = [AuditEntrySchema] as const;
export type AuditTables = InferKyselyDB<(typeof AUDIT_ENTITIES)[number]>;
