import { sql, type Kysely } from 'kysely';
import type { AuditAction, AuditTables, FieldChanges } from '../records/audit/audit-entry.entity.js';
import type { Language } from '../kernel/language/languages.js';
import { joinPageSql, type PageRow } from '../records/lists/list-statements.js';

export interface AuditEntryRow {
  readonly id: number;
  readonly epoch: number;
  readonly user_id: number | null;
  readonly username: string | null;
  readonly role: string;
  readonly action: AuditAction;
  readonly kind: string;
  readonly record_id: number | null;
  readonly language: Language | null;
  readonly client: string;
  readonly request_id: string;
  readonly changes: FieldChanges;
}

export async function readAuditEntries(
  db: Kysely<AuditTables>,
  page: readonly PageRow[],
): Promise<readonly AuditEntryRow[]> {
  const { rows } = await sql<AuditEntryRow>`
    select a.id, extract(epoch from a.created_at)::float8 as epoch, a.user_id, a.username, a.role, a.action, a.kind, a.record_id,
      a.language, a.client, a.request_id, a.changes
    from audit_entries as a ${joinPageSql(page, 'a')}`.execute(db);
  return rows;
}
