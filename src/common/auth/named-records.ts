import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import { PREPARED_LIST } from '../statements/prepared.js';
import type { Principal } from './principal.js';
import { visible, type ReferenceTable } from './readable-ids.js';

/** What a parameter names: records of a table by their ids; by slugs too where they are terms. */
export interface Naming {
  readonly parameter: string;
  readonly table: ReferenceTable;
  readonly ids: readonly number[];
  /** Slugs; undefined where the parameter takes ids alone, and the records below those it names do not matter. */
  readonly slugs?: readonly string[];
}

/** A record that a parameter names, or, where `named` is false, one below such a one. */
export interface NamedRecord {
  readonly parameter: string;
  readonly id: number;
  readonly slug: string | null;
  readonly named: boolean;
}

/** How the terms of a table are found by slug, and where the one above them stands. */
const TERMS: Readonly<Record<string, { slugs: string; record: string; parent?: string }>> = {
  categories: { slugs: 'category_slugs', record: 'category_id', parent: 'parent_id' },
  tags: { slugs: 'tag_slugs', record: 'tag_id' },
};

/** Looks up everything that the parameters of a request name, as far as the principal may read it, in one statement. */
export async function namedRecords(
  db: QueryExecutorProvider,
  principal: Principal,
  namings: readonly Naming[],
  now: RawBuilder<Date>,
): Promise<readonly NamedRecord[]> {
  if (namings.length === 0) return [];
  const queries = namings.map((naming) => (naming.slugs ? terms(naming) : records(principal, naming, now)));
  const { rows } = await sql<NamedRecord>`${PREPARED_LIST} ${sql.join(queries, sql` union all `)}`.execute(db);
  return rows;
}

function records(principal: Principal, { parameter, table, ids }: Naming, now: RawBuilder<Date>) {
  return sql`
    select ${sql.lit(parameter)} as parameter, id, null::text as slug, true as named from ${sql.table(table)}
    where id = any (${[...new Set(ids)]}::bigint[]) and ${visible(principal, table, table, now)}`;
}

/** With the terms below them, so that the statements that filter by them are planned for just those. */
function terms({ parameter, table, ids, slugs = [] }: Naming) {
  const { slugs: slugTable = '', record = '', parent } = TERMS[table] ?? {};
  const below = parent
    ? sql`union select child.id, null, false from ${sql.table(table)} as child join found on child.${sql.ref(parent)} = found.id`
    : sql``;
  return sql`(
    with recursive named (id, slug, named) as (
      select id, null::text, true from ${sql.table(table)} where id = any (${[...new Set(ids)]}::bigint[])
      union all
      select ${sql.ref(record)}, slug, true from ${sql.table(slugTable)} where slug = any (${slugs}::text[])
    ),
    found (id, slug, named) as (select * from named ${below})
    select ${sql.lit(parameter)} as parameter, id, slug, named from found)`;
}
