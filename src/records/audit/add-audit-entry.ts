import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { Language } from '../../kernel/language/languages.js';
import { AuditEntry, type AuditAction, type FieldChanges } from './audit-entry.entity.js';
import { changesOfRecord, removalChanges } from './record-changes.js';
import { auditActionOf, type RecordToWrite } from './pending-writes.js';

/** The originator of an audited action: the context of a request, or {@link OPERATOR_ACTOR}. */
export interface Actor {
  readonly principal: { readonly id: number | null; readonly role: string; readonly username?: string };
  readonly clientAddress: string;
  readonly requestId: string;
}

export const OPERATOR_ACTOR: Actor = Object.freeze({
  principal: { id: null, role: 'operator' },
  clientAddress: '',
  requestId: '',
});

interface AuditEntryInput {
  readonly action: AuditAction;
  readonly kind: string;
  readonly recordId: number | null;
  /** By API names. The change of a secret is `SECRET_CHANGED`. */
  readonly changes: FieldChanges;
  readonly language?: Language | null;
  /** Default: start of the transaction, by the database clock. */
  readonly createdAt?: Date | undefined;
}

/**
 * Adds an entry to the audit. It is stored with the other entities of the unit of work, in the transaction of the action.
 * @example addAuditEntry(em, context, { action: 'create', kind: 'token', recordId: id, changes: { user: { from: null, to: 5 } } });
 */
export function addAuditEntry(em: EntityManager, actor: Actor, input: AuditEntryInput): AuditEntry {
  const { id, username, role } = actor.principal;
  const { clientAddress: client, requestId } = actor;
  const actorColumns = { userId: id, username: username ?? null, role, client, requestId };
  const entry = Object.assign(new AuditEntry(), { ...actorColumns, language: null, ...input });
  em.persist(entry);
  return entry;
}

/**
 * Adds an entry for each record that the unit of work will write.
 * @param at time of the writes by the database clock. Default: the creation date of each record
 */
export async function auditWrites(
  em: EntityManager,
  context: RequestContext,
  records: readonly RecordToWrite[],
  at?: Date,
): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (const pending of records) {
    const { kind, record, ownRow } = pending;
    const action = auditActionOf(pending);
    const changes =
      action === 'delete' ? await removalChanges(em, pending, context.language.requested) : changesOfRecord(pending);
    const createdAt = at ?? (ownRow?.after['createdAt'] as Date | undefined);
    entries.push(addAuditEntry(em, context, { ...changes, kind: kind.name, recordId: record.id, action, createdAt }));
  }
  return entries;
}
