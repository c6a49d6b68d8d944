import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { TermKind } from '../kernel/context/record-kind.js';
import type { SortKeys } from '../records/lists/sort-key.js';
import { byText } from '../records/translations/served-text.js';
import type { TermOrder, TermsQuery } from './terms.query.js';

/** Characters that tell one list of ids from another. */
const DIGEST = 12;

/**
 * By what categories and tags can be ordered; texts as readers of the language asked for expect, `include` by the place
 * in that list. The text served has the alias `t`, the counts `n`.
 */
export function termOrders(
  kind: TermKind,
  { language }: RequestContext,
  { include = [] }: TermsQuery,
): SortKeys<TermOrder> {
  const id = sql.ref<number>(`t.${kind.column}`);
  return {
    name: byText(kind, sql.ref('t.name'), language.asked),
    id: { expression: id, id, type: 'bigint' },
    slug: byText(kind, sql.ref('t.slug'), language.asked),
    count: { expression: sql`coalesce(n.count, 0)`, id, type: 'bigint' },
    description: byText(kind, sql.ref('t.description'), language.asked),
    include: {
      expression: sql`coalesce(array_position(${include}::bigint[], ${id}), 0)`,
      type: 'bigint',
      of: createHash('sha256').update(include.join()).digest('base64url').slice(0, DIGEST),
    },
  };
}
