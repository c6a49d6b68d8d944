import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { Language } from '../../kernel/language/languages.js';
import { AuditEntry, type AuditAction, type FieldChanges } from './audit-entry.entity.js';
import { changesOfRecord, removalChanges } from './record-changes.js';
import { auditActionOf, groupByRecord } from './written-record.js';
import { pendingInsertRows, pendingWriteRows } from './written-row.js';

/** Who does something, and from where: the context of a request, or {@link OPERATOR_ACTOR}. */
export interface Actor {
  readonly principal: { readonly id: number | null; readonly role: string; readonly username?: string };
  readonly clientAddress: string;
  readonly requestId: string;
}

/** Whoever runs the commands of the service. */
export const OPERATOR_ACTOR: Actor = Object.freeze({
  principal: { id: null, role: 'operator' },
  clientAddress: '',
  requestId: '',
});

/** What is done. */
export interface AuditEntryInput {
  readonly action: AuditAction;
  readonly kind: string;
  readonly recordId: number | null;
  /** By the names of the interface. A secret is told as `SECRET_CHANGED`. */
  readonly changes: FieldChanges;
  /** Of the texts that were written. */
  readonly language?: Language | null;
  /** Default: start of the transaction, by the database clock. */
  readonly createdAt?: Date;
}

/**
 * Notes what somebody does. The entry is stored with the next flush, so in the transaction of what it tells of:
 * `em.transactional` ends with one.
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

/** Notes each record that a unit of work stores for the first time: to be called when all of it was persisted. */
export function auditPendingInserts(em: EntityManager, context: RequestContext): AuditEntry[] {
  return groupByRecord(pendingInsertRows(em)).map((written) => {
    const { kind, record, ownRow } = written;
    const createdAt = ownRow?.after['createdAt'];
    return addAuditEntry(em, context, {
      ...changesOfRecord(written),
      kind: kind.name,
      recordId: record.id,
      action: 'create',
      ...(createdAt instanceof Date ? { createdAt } : {}),
    });
  });
}

/**
 * Notes each record that a unit of work is about to write: to be called once its change sets are computed (a removal needs none), and before
 * anything is written that nobody asked for, such as the date of the last change.
 * @param createdAt by the database clock
 */
export async function auditPendingWrites(
  em: EntityManager,
  context: RequestContext,
  createdAt: Date,
): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (const written of groupByRecord(pendingWriteRows(em))) {
    const { kind, record } = written;
    const action = auditActionOf(written);
    const changes =
      action === 'delete' ? await removalChanges(em, written, context.language.requested) : changesOfRecord(written);
    entries.push(addAuditEntry(em, context, { ...changes, kind: kind.name, recordId: record.id, action, createdAt }));
  }
  return entries;
}
