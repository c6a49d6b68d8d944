import { sql } from 'kysely';
import type { RecordKind } from '../../kernel/context/record-kind.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { SortKeys } from '../lists/sort-key.js';
import { sortByText } from '../translations/served-translation.js';

/**
 * Sort orders of a kind with publication date: `date` and `modified` (newest first), `name`, `id`.
 * @param alias alias of the kind's table; its translation has the alias `t`
 */
export function publishedOrders(
  kind: RecordKind,
  alias: string,
  { language }: RequestContext,
): SortKeys<'date' | 'name' | 'modified' | 'id'> {
  const publishedAt = sql`coalesce(${sql.ref(`${alias}.published_at`)}, 'infinity')`;
  return {
    date: { expression: publishedAt, type: 'timestamptz', defaultDirection: 'desc' },
    name: sortByText(kind, sql.ref(`t.${kind.titleColumn}`), language.requested),
    modified: { expression: sql.ref(`${alias}.modified_at`), type: 'timestamptz', defaultDirection: 'desc' },
    id: { expression: sql.ref(`${alias}.id`), type: 'bigint' },
  };
}
