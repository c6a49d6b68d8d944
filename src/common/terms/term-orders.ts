import { sql } from 'kysely';
import type { RequestContext } from '../http/request-context.js';
import type { SortKeys } from '../pagination/sort-key.js';
import { byText } from '../texts/served-text.js';
import type { TermOrder, TermsQuery } from './terms.query.js';

/** Characters of a description that its place in an order depends on: the whole would not fit into an address. */
const ORDERING = 200;

/**
 * By what categories and tags can be ordered; texts as readers of the language asked for expect, `include` by the place
 * in that list. The text served has the alias `t`.
 */
export function termOrders(
  kind: 'category' | 'tag',
  { language }: RequestContext,
  { include = [] }: TermsQuery,
): SortKeys<TermOrder> {
  const id = sql.ref<number>(`t.${kind}_id`);
  return {
    name: byText(kind, sql.ref('t.name'), language.asked),
    id: { expression: id, id, type: 'bigint' },
    slug: { expression: sql.ref('t.slug'), type: 'text' },
    description: byText(kind, sql`left(t.description, ${sql.lit(ORDERING)})`, language.asked),
    include: { expression: sql`coalesce(array_position(${include}::bigint[], ${id}), 0)`, type: 'bigint' },
  };
}
