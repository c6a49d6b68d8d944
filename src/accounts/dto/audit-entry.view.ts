import { ApiProperty } from '@nestjs/swagger';
import {
  AUDIT_ACTIONS,
  auditedKinds,
  type AuditAction,
  type FieldChange,
  type FieldChanges,
} from '../../records/audit/audit-entry.entity.js';
import { ROLES } from '../../kernel/context/principal.js';
import { ADMIN_LISTS } from '../../kernel/context/namespace.js';
import { LANGUAGES, type Language } from '../../kernel/language/languages.js';
import { CALENDAR_KINDS } from '../../kinds/calendar-kinds.js';
import { PageOf } from '../../records/lists/page.view.js';
import { epochToLocal, formatWithOffset } from '../../kernel/time/local-time.js';
import type { AuditEntryRow } from '../audit.select.js';

/** Who did what to which record. */
export class AuditEntryView {
  @ApiProperty({ description: 'fields.audit_entry.id', type: 'integer', minimum: 1, example: 41 })
  id!: number;

  @ApiProperty({ description: 'fields.audit_entry.at', format: 'date-time', example: '2026-11-20T17:45:00+01:00' })
  at!: string;

  @ApiProperty({ description: 'fields.audit_entry.user', type: 'integer', minimum: 1, nullable: true, example: 2 })
  user!: number | null;

  @ApiProperty({ description: 'fields.audit_entry.username', type: String, nullable: true, example: 'mercè' })
  username!: string | null;

  @ApiProperty({ description: 'fields.audit_entry.role', enum: [...ROLES, 'operator'], example: 'editor' })
  role!: string;

  @ApiProperty({ description: 'fields.audit_entry.action', enum: AUDIT_ACTIONS, example: 'update' })
  action!: AuditAction;

  @ApiProperty({ description: 'fields.audit_entry.kind', enum: auditedKinds(CALENDAR_KINDS), example: 'event' })
  kind!: string;

  @ApiProperty({ description: 'fields.audit_entry.record', type: 'integer', minimum: 1, nullable: true, example: 12 })
  record!: number | null;

  @ApiProperty({ description: 'fields.audit_entry.language', enum: LANGUAGES, nullable: true, example: 'ca' })
  language!: Language | null;

  @ApiProperty({ description: 'fields.audit_entry.client', example: '192.0.2.7' })
  client!: string;

  @ApiProperty({ description: 'fields.audit_entry.request_id', example: '7b13ffc5-56ad-4bd4-97ef-4703d4ae7da0' })
  request_id!: string;

  @ApiProperty({
    description: 'fields.audit_entry.changes',
    type: 'object',
    additionalProperties: true,
    example: { start_date: { from: '2026-12-20 18:00:00', to: '2026-12-20 19:00:00' } },
  })
  changes!: FieldChanges;
}

export class AuditList extends PageOf(ADMIN_LISTS.audit, AuditEntryView) {}

/** @param timezone zone of the offset in `at` */
export function auditEntryView({ epoch, user_id, record_id, ...row }: AuditEntryRow, timezone: string): AuditEntryView {
  return {
    id: row.id,
    at: formatWithOffset(epochToLocal(epoch, timezone), epoch),
    user: user_id,
    username: row.username,
    role: row.role,
    action: row.action,
    kind: row.kind,
    record: record_id,
    language: row.language,
    client: row.client,
    request_id: row.request_id,
    changes: Object.fromEntries(
      Object.entries(row.changes).map(([name, change]) => [name, withFromMemberFirst(change)]),
    ),
  };
}

/** Puts `from` first: jsonb sorts members by their length. */
const withFromMemberFirst = (change: FieldChange): FieldChange =>
  typeof change === 'object' && 'from' in change ? { from: change.from, to: change.to } : change;
