import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { isPublic, isReadable, isReadableInTrash } from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import type { Status } from './publishing.columns.js';

/**
 * The condition under which rows of a table or alias with publishing columns are listed: those of one of the statuses
 * that the requester may read. Nothing but `trash` shows what is in the trash.
 * @param statuses as asked for; where none are, everything readable but the trash
 */
export function statusFilter(
  principal: Principal,
  alias: string,
  statuses: readonly Status[] | undefined,
  now: Expression<Date>,
): RawBuilder<SqlBool> {
  const isVisible = isReadable(principal, alias, now);
  if (!statuses) return isVisible;
  const statusConditions = statuses
    .filter((status) => status !== 'trash')
    .map((status) => hasStatus(alias, status, now));
  const filters = [
    ...(statusConditions.length > 0 ? [sql<SqlBool>`${isVisible} and (${sql.join(statusConditions, sql` or `)})`] : []),
    ...(statuses.includes('trash') ? [isReadableInTrash(principal, alias, now)] : []),
  ];
  return sql<SqlBool>`(${sql.join(filters, sql` or `)})`;
}

/** The condition that a row outside the trash is served with this status. */
function hasStatus(alias: string, status: Exclude<Status, 'trash'>, now: Expression<Date>): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const date = column('published_at');
  if (status === 'publish') return isPublic(alias, now);
  if (status === 'future') return sql<SqlBool>`(${column('status')} = 'publish' and (${date} <= ${now}) is not true)`;
  return sql<SqlBool>`${column('status')} = ${status}`;
}
