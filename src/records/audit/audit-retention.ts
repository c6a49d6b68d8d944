import { sql } from 'kysely';
import type { RetentionRule } from '../../persistence/maintenance/retention-rule.js';

/** Entries of the audit that are older than `AUDIT_DAYS`; with 0 they stay for good. */
export const AUDIT_RETENTION_RULE: RetentionRule = {
  table: 'audit_entries',
  isExpired: ({ AUDIT_DAYS }, now) =>
    AUDIT_DAYS === 0 ? undefined : sql`created_at < ${now} - make_interval(days => ${AUDIT_DAYS})`,
};
