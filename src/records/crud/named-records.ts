import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { RecordKind, Referable } from '../../kernel/context/record-kind.js';
import { kindsIn } from '../types/kinds.js';
import type { Principal } from '../../kernel/context/principal.js';

/** What a parameter names: records of a table by their ids; by slugs too where they are terms. */
export interface Naming {
  readonly parameter: string;
  readonly of: Referable;
  readonly ids: readonly number[];
}

/** The same of terms, which slugs name too; those below the ones it names matter. */
export interface TermNaming extends Naming {
  readonly of: RecordKind;
  readonly slugs: readonly string[];
}

/** Whether a parameter names terms that slugs name too. */
export const namesTerms = (naming: Naming | TermNaming): naming is TermNaming => 'slugs' in naming;

/** A record that a parameter names, or, where `named` is false, one below such a one. */
export interface NamedRecord {
  readonly parameter: string;
  readonly id: number;
  readonly slug: string | null;
  readonly named: boolean;
}

/** Looks up everything that the parameters of a request name, as far as the principal may read it, in one statement. */
export async function namedRecords(
  em: EntityManager,
  principal: Principal,
  namings: readonly (Naming | TermNaming)[],
  now: RawBuilder<Date>,
): Promise<readonly NamedRecord[]> {
  if (namings.length === 0) return [];
  const queries = namings.map((naming) =>
    namesTerms(naming) ? terms(naming) : records(principal, naming, now, kindsIn(em)),
  );
  const { rows } = await sql<NamedRecord>`${sql.join(queries, sql` union all `)}`.execute(em.getKysely());
  return rows;
}

function records(
  principal: Principal,
  { parameter, of: { table, visible }, ids }: Naming,
  now: RawBuilder<Date>,
  kinds: readonly RecordKind[],
) {
  return sql`
    select ${sql.lit(parameter)} as parameter, id, null::text as slug, true as named from ${sql.table(table)}
    where id = any (${[...new Set(ids)]}::bigint[]) and ${visible(principal, table, now, kinds)}`;
}

/** With the terms below them, so that the statements that filter by them are planned for just those. */
function terms({ parameter, of: { table, slugs: slugTable, column, parent }, ids, slugs }: TermNaming) {
  const below = parent
    ? sql`union select child.id, null, false from ${sql.table(table)} as child join found on child.${sql.ref(parent)} = found.id`
    : sql``;
  return sql`(
    with recursive named (id, slug, named) as (
      select id, null::text, true from ${sql.table(table)} where id = any (${[...new Set(ids)]}::bigint[])
      union all
      select ${sql.ref(column)}, slug, true from ${sql.table(slugTable)} where slug = any (${slugs}::text[])
    ),
    found (id, slug, named) as (select * from named ${below})
    select ${sql.lit(parameter)} as parameter, id, slug, named from found)`;
}
