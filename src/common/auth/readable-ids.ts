import { sql, type Expression, type QueryExecutorProvider, type RawBuilder, type SqlBool } from 'kysely';
import { readable } from './permissions.js';
import type { Principal } from './principal.js';

/** Tables whose ids parameters may name, and whether their rows have a publication status. */
const REFERENCE_TABLES = {
  events: { published: true },
  venues: { published: true },
  organizers: { published: true },
  categories: { published: false },
  tags: { published: false },
  users: { published: false },
  images: { published: false },
} as const;

export type ReferenceTable = keyof typeof REFERENCE_TABLES;

/** The condition under which rows of a table, by their alias, may be read. */
export function visible(
  principal: Principal,
  table: ReferenceTable,
  alias: string,
  now: RawBuilder<Date>,
): Expression<SqlBool> {
  return REFERENCE_TABLES[table].published ? readable(principal, alias, now) : sql<SqlBool>`true`;
}

/** Those of the ids that name records of a table which the principal may read. */
export async function readableIds(
  db: QueryExecutorProvider,
  principal: Principal,
  table: ReferenceTable,
  ids: readonly number[],
  now: RawBuilder<Date>,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const query = sql<{ id: number }>`
    select id from ${sql.table(table)} where id = any (${[...new Set(ids)]}::bigint[])
      and ${visible(principal, table, table, now)}`;
  const { rows } = await query.execute(db);
  return new Set(rows.map(({ id }) => id));
}
