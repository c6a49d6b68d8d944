import { sql } from 'kysely';
import type { RetentionRule } from '../../persistence/maintenance/housekeeping.js';

/** Audit entries expire after `AUDIT_DAYS` days. 0 keeps them forever. */
export const AUDIT_RETENTION_RULE: RetentionRule = {
  table: 'audit_entries',
  isExpired: ({ AUDIT_DAYS }, now) =>
    AUDIT_DAYS === 0 ? undefined : sql`created_at < ${now} - make_interval(days => ${AUDIT_DAYS})`,
};
