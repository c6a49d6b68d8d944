import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { TermKind } from '../kernel/context/record-kind.js';
import type { SortKeys } from '../records/lists/sort-key.js';
import { textSortKey } from '../records/translations/served-translation.js';
import type { TermSortName, TermListQuery } from './term-list.query.js';

/** Characters of the digest that distinguishes the sort orders of two `include` lists. */
const INCLUDE_DIGEST_LENGTH = 12;

/** Sort keys of categories and tags. `t` is the alias of the served translation, `n` the alias of the counts. */
export function termSortKeys(
  kind: TermKind,
  { language }: RequestContext,
  { include = [] }: TermListQuery,
): SortKeys<TermSortName> {
  const id = sql.ref<number>(`t.${kind.foreignKey}`);
  return {
    name: textSortKey(kind, sql.ref('t.name'), language.requested),
    id: { expression: id, id, type: 'bigint' },
    slug: textSortKey(kind, sql.ref('t.slug'), language.requested),
    count: { expression: sql`coalesce(n.count, 0)`, id, type: 'bigint' },
    description: textSortKey(kind, sql.ref('t.description'), language.requested),
    include: {
      expression: sql`coalesce(array_position(${include}::bigint[], ${id}), 0)`,
      type: 'bigint',
      variant: createHash('sha256').update(include.join()).digest('base64url').slice(0, INCLUDE_DIGEST_LENGTH),
    },
  };
}
