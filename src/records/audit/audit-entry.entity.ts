import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { Language } from '../../kernel/language/languages.js';

/** What can be done, as the audit calls it. One more is one more entry here. */
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

/** What it can be done to: records of these kinds, users and tokens. */
export const auditedKinds = (kinds: readonly RecordKind[]): string[] => [
  ...kinds.map(({ name }) => name),
  'user',
  'token',
];

/** What stands in place of a secret that was set, changed or removed. */
export const SECRET_CHANGED = 'changed';

/**
 * What became of one member of a record: its values, long ones cut; of links, the ids that were added or removed, or that they merely
 * stand in another order; of a secret, nothing but that it is another.
 */
export type FieldChange =
  | { readonly from: unknown; readonly to: unknown }
  | { readonly added?: readonly (number | string)[]; readonly removed?: readonly (number | string)[] }
  | { readonly moved: true }
  | typeof SECRET_CHANGED;

/** What was changed, by the names of the interface. */
export type FieldChanges = Readonly<Record<string, FieldChange>>;

/** Who did what to which record. It refers to nobody and nothing: it stays when they go. */
export const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  properties: {
    id: p.bigint('number').primary(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** Null where nobody was signed in: a command of the operator's, for one. */
    userId: p.bigint('number').nullable(),
    username: p.text().nullable(),
    role: p.text(),
    action: p.text().$type<AuditAction>(),
    kind: p.text(),
    recordId: p.bigint('number').nullable(),
    /** The language of the texts that were written or removed. */
    language: p.string().$type<Language>().nullable(),
    /** Network address. */
    client: p.text(),
    requestId: p.text(),
    changes: p.json<FieldChanges>(),
  },
});

export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);

/** Its tables, for the ORM and for statements. */
export const AUDIT_ENTITIES = [AuditEntrySchema] as const;
export type AuditTables = InferKyselyDB<(typeof AUDIT_ENTITIES)[number]>;
