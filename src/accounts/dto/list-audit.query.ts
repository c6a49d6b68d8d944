import { AUDIT_ACTIONS, auditedKinds, type AuditAction } from '../../records/audit/audit-entry.entity.js';
import { parameterError } from '../../kernel/errors/api-error.js';
import { CALENDAR_KINDS } from '../../kinds/calendar-kinds.js';
import { PaginationQuery } from '../../records/lists/base.query.js';
import type { DateBound } from '../../kernel/time/date-bound.js';
import { Rules, type Rule } from '../../kernel/schema/rules.js';
import { DateBoundField, IdField, KeywordsField } from '../../kernel/schema/fields.js';

/** Rejects unknown kinds. The known ones depend on the extensions of the application. */
const auditedKindRule: Rule<Pick<ListAuditQuery, 'kind'>> = ({ kind = [] }, { kinds }) => {
  const values = auditedKinds(kinds);
  const elements = [...kind.keys()].filter((position) => !values.includes(kind[position] ?? ''));
  if (elements.length === 0) return;
  throw parameterError({ kind: { key: 'validation.one_of', args: { values: values.join(', ') }, elements } });
};

/** Parameters of the audit. They may name users and records that no longer exist. */
@Rules(auditedKindRule)
export class ListAuditQuery extends PaginationQuery {
  @IdField({ min: 1, description: 'audit_filter.user' })
  user?: number;

  @KeywordsField({ values: auditedKinds(CALENDAR_KINDS), isOpen: true, description: 'audit_filter.kind' })
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
