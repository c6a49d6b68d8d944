import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { Language } from '../../kernel/language/languages.js';
import { AuditEntry, type AuditAction, type Changes } from './audit-entry.entity.js';
import { allChangesOf, changesOfRemoval } from './changes-of-record.js';
import { actionOf, recordsOf } from './written-record.js';
import { newRows, writtenRows } from './written-row.js';

/** Who does something, and from where: the context of a request, or {@link OPERATOR}. */
export interface Actor {
  readonly principal: { readonly id: number | null; readonly role: string; readonly username?: string };
  readonly client: string;
  readonly requestId: string;
}

/** Whoever runs the commands of the service. */
export const OPERATOR: Actor = Object.freeze({
  principal: { id: null, role: 'operator' },
  client: '',
  requestId: '',
});

/** What is done. */
export interface Noted {
  readonly action: AuditAction;
  readonly kind: string;
  readonly recordId: number | null;
  /** By the names of the interface. A secret is told as `CHANGED`. */
  readonly changes: Changes;
  /** Of the texts that were written. */
  readonly language?: Language | null;
  /** By default the beginning of the transaction, by the database's clock. */
  readonly at?: Date;
}

/**
 * Notes what somebody does. The entry is stored with the next flush, so in the transaction of what it tells of:
 * `em.transactional` ends with one.
 * @example noteAudit(em, context, { action: 'create', kind: 'token', recordId: id, changes: { user: { from: null, to: 5 } } });
 */
export function noteAudit(em: EntityManager, by: Actor, noted: Noted): AuditEntry {
  const { id, username, role } = by.principal;
  const { client, requestId } = by;
  const who = { userId: id, username: username ?? null, role, client, requestId };
  const entry = Object.assign(new AuditEntry(), { ...who, language: null, ...noted });
  em.persist(entry);
  return entry;
}

/** Notes each record that a unit of work stores for the first time: to be called when all of it was persisted. */
export function noteNew(em: EntityManager, context: RequestContext): AuditEntry[] {
  return recordsOf(newRows(em)).map((written) => {
    const { kind, record, own } = written;
    const at = own?.after['createdAt'];
    return noteAudit(em, context, {
      ...allChangesOf(written),
      kind: kind.name,
      recordId: record.id,
      action: 'create',
      ...(at instanceof Date ? { at } : {}),
    });
  });
}

/**
 * Notes each record that a unit of work is about to write: to be called once its change sets are computed (a removal needs none), and before
 * anything is written that nobody asked for, such as the date of the last change.
 * @param at by the database's clock
 */
export async function noteWrites(em: EntityManager, context: RequestContext, at: Date): Promise<AuditEntry[]> {
  const noted: AuditEntry[] = [];
  for (const written of recordsOf(writtenRows(em))) {
    const { kind, record } = written;
    const action = actionOf(written);
    const told =
      action === 'delete' ? await changesOfRemoval(em, written, context.language.asked) : allChangesOf(written);
    noted.push(noteAudit(em, context, { ...told, kind: kind.name, recordId: record.id, action, at }));
  }
  return noted;
}
