import { sql } from 'kysely';
import type { Outdated } from '../../persistence/maintenance/outdated.js';

/** Entries of the audit that are older than `AUDIT_DAYS`; with 0 they stay for good. */
export const OUTDATED_ENTRIES: Outdated = {
  table: 'audit_entries',
  rows: ({ AUDIT_DAYS }, now) =>
    AUDIT_DAYS === 0 ? undefined : sql`at < ${now} - make_interval(days => ${AUDIT_DAYS})`,
};
