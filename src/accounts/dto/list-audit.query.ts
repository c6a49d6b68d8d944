import { AUDIT_ACTIONS, AUDITED_KINDS, type AuditAction } from '../../records/audit/audit-entry.entity.js';
import { PaginationQuery } from '../../records/lists/page.query.js';
import type { DateBound } from '../../kernel/time/date-bound.js';
import { DateBoundField, IdField, KeywordsField } from '../../kernel/schema/fields.js';

/** Parameters of the audit. What they name may be gone, so nobody asks whether it is there. */
export class ListAuditQuery extends PaginationQuery {
  @IdField({ min: 1, description: 'audit_filter.user' })
  user?: number;

  @KeywordsField({ values: AUDITED_KINDS, description: 'audit_filter.kind' })
  kind?: string[];

  @IdField({ min: 1, description: 'audit_filter.record' })
  record?: number;

  @KeywordsField({ values: AUDIT_ACTIONS, description: 'audit_filter.action' })
  action?: AuditAction[];

  @DateBoundField({ description: 'audit_filter.since' })
  since?: DateBound;

  @DateBoundField({ description: 'audit_filter.until' })
  until?: DateBound;
}
