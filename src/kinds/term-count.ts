import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { TermKind } from '../kernel/context/record-kind.js';

/**
 * What events contribute to the counts of categories or tags by now, as a relation `(terms, count)`: sums, and what
 * changed since they were made. It holds what everybody finds in a list, each event once, by the set of all its
 * categories, and once for each of its tags. The database keeps it by triggers, see the migrations.
 * @param wanted a condition on `terms`, for less than all
 * @example sql`select terms[1] as id, sum(count) as count from ${contributed(TAG, now)} group by 1`
 */
export function contributed(
  kind: TermKind,
  now: RawBuilder<Date>,
  wanted: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): RawBuilder<unknown> {
  const counts = sql<SqlBool>`kind = ${sql.lit(kind.name)} and due <= ${now} and ${wanted}`;
  return sql`(
    select terms, count from term_counts where ${counts}
    union all select terms, change from term_count_changes where ${counts}) as contributed`;
}
