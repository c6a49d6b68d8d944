import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import {
  publicIgnoringTrashCondition,
  readableCondition,
  readableInTrashCondition,
} from '../../kernel/context/permissions.js';
import type { Principal } from '../../kernel/context/principal.js';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { SortKeys } from '../lists/sort-key.js';
import { textSortKey } from '../translations/served-translation.js';
import type { Status } from './publishing.columns.js';

/**
 * Sort orders of a kind with publication date: `date` and `modified` (newest first), `name`, `id`.
 * @param alias alias of the kind's table; its translation has the alias `t`
 */
export function publishableSortKeys(
  kind: RecordKind,
  alias: string,
  { language }: RequestContext,
): SortKeys<'date' | 'name' | 'modified' | 'id'> {
  const publishedAt = sql`coalesce(${sql.ref(`${alias}.published_at`)}, 'infinity')`;
  return {
    date: { expression: publishedAt, type: 'timestamptz', defaultDirection: 'desc' },
    name: textSortKey(kind, sql.ref(`t.${kind.titleColumn}`), language.requested),
    modified: { expression: sql.ref(`${alias}.modified_at`), type: 'timestamptz', defaultDirection: 'desc' },
    id: { expression: sql.ref(`${alias}.id`), type: 'bigint' },
  };
}

/**
 * The condition that the caller may read a record, and that it has one of the statuses.
 * @param statuses default: all except `trash`
 */
export function statusFilter(
  principal: Principal,
  alias: string,
  statuses: readonly Status[] | undefined,
  now: Expression<Date>,
): RawBuilder<SqlBool> {
  const isVisible = readableCondition(principal, alias, now);
  if (!statuses) return isVisible;
  const statusConditions = statuses
    .filter((status) => status !== 'trash')
    .map((status) => statusCondition(alias, status, now));
  const filters = [
    ...(statusConditions.length > 0 ? [sql<SqlBool>`${isVisible} and (${sql.join(statusConditions, sql` or `)})`] : []),
    ...(statuses.includes('trash') ? [readableInTrashCondition(principal, alias, now)] : []),
  ];
  return sql<SqlBool>`(${sql.join(filters, sql` or `)})`;
}

/** The condition that one of these users is the author of a record. */
export const authorFilter = (alias: string, authors: readonly number[] | undefined): RawBuilder<SqlBool>[] =>
  authors ? [sql<SqlBool>`${sql.ref(`${alias}.author_id`)} = any (${authors}::bigint[])`] : [];

/** The condition that a record has this status, if it is not in the trash. */
function statusCondition(alias: string, status: Exclude<Status, 'trash'>, now: Expression<Date>): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const date = column('published_at');
  if (status === 'publish') return publicIgnoringTrashCondition(alias, now);
  if (status === 'future') return sql<SqlBool>`(${column('status')} = 'publish' and (${date} <= ${now}) is not true)`;
  return sql<SqlBool>`${column('status')} = ${status}`;
}
