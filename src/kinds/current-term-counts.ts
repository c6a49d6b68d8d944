import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { TermKind } from '../kernel/context/record-kind.js';

/**
 * What events contribute to the counts of categories or tags by now, as a relation `(term_ids, count)`: sums, and what
 * changed since they were made. It holds what everybody finds in a list, each event once, by the set of all its
 * categories, and once for each of its tags. The database keeps it by triggers, see the migrations.
 * @param condition a condition on `term_ids`, for less than all
 * @example sql`select term_ids[1] as id, sum(count) as count from ${currentTermCounts(TAG, now)} group by 1`
 */
export function currentTermCounts(
  kind: TermKind,
  now: RawBuilder<Date>,
  condition: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): RawBuilder<unknown> {
  const matches = sql<SqlBool>`kind = ${sql.lit(kind.name)} and effective_at <= ${now} and ${condition}`;
  return sql`(
    select term_ids, count from term_counts where ${matches}
    union all select term_ids, delta from term_count_changes where ${matches}) as contributed`;
}
