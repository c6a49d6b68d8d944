import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { SortKey } from '../records/lists/sort-key.js';
import type { DateBound } from '../kernel/time/date-bound.js';
import { endOfDayEpoch, epochToLocal, formatWithOffset } from '../kernel/time/local-time.js';
import { resolveEpochSeconds } from '../kernel/time/parse-date-time.js';
import type { ReferenceTime } from '../kernel/time/parse-relative-date-time.js';
import type { ListAuditQuery } from './dto/list-audit.query.js';

export const NEWEST_FIRST_SORT: SortKey = {
  name: 'at',
  direction: 'desc',
  expression: sql.ref('a.created_at'),
  type: 'timestamptz',
};

/** Time window in epoch seconds. Both bounds are inclusive, `until` up to the end of its second. */
interface AuditWindow {
  readonly since: number | undefined;
  readonly until: number | undefined;
}

/** Resolves the bounds. A date without time as `until` includes the whole day. */
export function resolveAuditWindow({ since, until }: ListAuditQuery, reference: ReferenceTime): AuditWindow {
  const isDay = until?.kind === 'local' && until.dateOnly;
  return {
    since: since && boundToEpochSeconds(since, reference),
    until: isDay ? endOfDayEpoch(until.local, reference.zone) : until && boundToEpochSeconds(until, reference),
  };
}

/** The bounds as absolute parameters, for links to other pages. */
export function auditWindowParameters({ since, until }: AuditWindow, zone: string): Record<string, string | undefined> {
  const format = (epoch?: number) =>
    epoch === undefined ? undefined : formatWithOffset(epochToLocal(epoch, zone), epoch);
  return { since: format(since), until: format(until) };
}

export function auditTimeFilters({ since, until }: AuditWindow): RawBuilder<SqlBool>[] {
  return [
    ...(since === undefined ? [] : [sql<SqlBool>`a.created_at >= to_timestamp(${since})`]),
    ...(until === undefined ? [] : [sql<SqlBool>`a.created_at < to_timestamp(${until + 1})`]),
  ];
}

/** Filters that match most entries or very few, depending on the value. */
export function selectiveAuditFilters({ user, kind, record, action }: ListAuditQuery): RawBuilder<SqlBool>[] {
  return [
    ...(user === undefined ? [] : [sql<SqlBool>`a.user_id = ${user}`]),
    ...(kind === undefined ? [] : [sql<SqlBool>`a.kind = any (${kind}::text[])`]),
    ...(record === undefined ? [] : [sql<SqlBool>`a.record_id = ${record}`]),
    ...(action === undefined ? [] : [sql<SqlBool>`a.action = any (${action}::text[])`]),
  ];
}

function boundToEpochSeconds(bound: DateBound, { nowMs, zone }: ReferenceTime): number {
  return bound.kind === 'now' ? Math.floor(nowMs / 1000) : resolveEpochSeconds(bound, zone);
}
