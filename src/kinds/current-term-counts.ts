import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { TermKind } from '../kernel/context/record-kind.js';

/**
 * What events contribute to the counts of categories or tags by now, as a relation `(terms, count)`: sums, and what
 * changed since they were made. It holds what everybody finds in a list, each event once, by the set of all its
 * categories, and once for each of its tags. The database keeps it by triggers, see the migrations.
 * @param condition a condition on `terms`, for less than all
 * @example sql`select terms[1] as id, sum(count) as count from ${currentTermCounts(TAG, now)} group by 1`
 */
export function currentTermCounts(
  kind: TermKind,
  now: RawBuilder<Date>,
  condition: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): RawBuilder<unknown> {
  const matches = sql<SqlBool>`kind = ${sql.lit(kind.name)} and due <= ${now} and ${condition}`;
  return sql`(
    select terms, count from term_counts where ${matches}
    union all select terms, change from term_count_changes where ${matches}) as contributed`;
}
