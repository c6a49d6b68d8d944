import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Housekeeping, type RetentionRule } from '../persistence/maintenance/housekeeping.js';
import { ADMIN_LISTS } from '../kernel/context/namespace.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { ListReader } from '../records/lists/list-reader.js';
import { ReadScopeFactory } from '../records/crud/read-scope.js';
import type { AuditTables } from '../records/audit/audit-entry.entity.js';
import {
  selectiveAuditFilters,
  auditTimeFilters,
  resolveAuditWindow,
  NEWEST_FIRST_SORT,
  auditWindowParameters,
} from './audit-filters.js';
import { readAuditEntries } from './audit.select.js';
import { auditEntryView, type AuditList } from './dto/audit-entry.view.js';
import type { ListAuditQuery } from './dto/list-audit.query.js';

/** Audit entries expire after `AUDIT_DAYS` days. 0 keeps them forever. */
export const AUDIT_RETENTION_RULE: RetentionRule = {
  table: 'audit_entries',
  isExpired: ({ AUDIT_DAYS }, now) =>
    AUDIT_DAYS === 0 ? undefined : sql`created_at < ${now} - make_interval(days => ${AUDIT_DAYS})`,
};

/** Serves the audit. `addAuditEntry` writes it. */
@Injectable()
export class AuditService {
  constructor(
    private readonly em: EntityManager,
    private readonly scopes: ReadScopeFactory,
    private readonly lists: ListReader,
    housekeeping: Housekeeping,
  ) {
    housekeeping.addRule(AUDIT_RETENTION_RULE);
  }

  list(context: RequestContext, query: ListAuditQuery): Promise<AuditList> {
    const { referenceTime: reference } = this.scopes;
    const window = resolveAuditWindow(query, reference);
    return this.lists.readPage(context, query, {
      kind: ADMIN_LISTS.audit,
      alias: 'a',
      sort: NEWEST_FIRST_SORT,
      from: sql`audit_entries as a`,
      where: auditTimeFilters(window),
      selective: selectiveAuditFilters(query),
      parameters: auditWindowParameters(window, reference.zone),
      read: (page) => readAuditEntries(this.em.getKysely<AuditTables>(), page),
      view: (row) => auditEntryView(row, reference.zone),
    });
  }
}
