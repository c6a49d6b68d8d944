import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { RecordKind, ReferenceTarget } from '../../kernel/context/record-kind.js';
import { registeredKinds } from '../types/record-kinds.js';
import type { Principal } from '../../kernel/context/principal.js';

export interface ParameterReference {
  readonly parameter: string;
  readonly target: ReferenceTarget;
  readonly ids: readonly number[];
}

/** The terms that a filter names by ids or slugs. Their descendants count too. */
export interface TermFilterReference extends ParameterReference {
  readonly target: RecordKind;
  readonly slugs: readonly string[];
}

/** A filter of a list by terms: records with any of them, or of their descendants. */
export class TermFilter {
  /**
   * @param keys ids and slugs for the URLs of the list
   * @param ids ids of the terms and their descendants
   */
  constructor(
    private readonly keys: readonly (number | string)[],
    readonly ids: readonly number[],
  ) {}

  toString(): string {
    return this.keys.join(',');
  }
}

export const isTermFilterReference = (
  reference: ParameterReference | TermFilterReference,
): reference is TermFilterReference => 'slugs' in reference;

/** A record that a parameter refers to, directly or (`is_direct` is false) as a descendant of such a record. */
export interface ResolvedReference {
  readonly parameter: string;
  readonly id: number;
  readonly slug: string | null;
  readonly is_direct: boolean;
}

/** Looks up the records that the parameters of a request name, in one statement. Unreadable records are left out. */
export async function resolveReferences(
  em: EntityManager,
  principal: Principal,
  references: readonly (ParameterReference | TermFilterReference)[],
  now: RawBuilder<Date>,
): Promise<readonly ResolvedReference[]> {
  if (references.length === 0) return [];
  const queries = references.map((reference) =>
    isTermFilterReference(reference)
      ? termsQuery(reference)
      : recordsQuery(principal, reference, now, registeredKinds(em)),
  );
  const { rows } = await sql<ResolvedReference>`${sql.join(queries, sql` union all `)}`.execute(em.getKysely());
  return rows;
}

function recordsQuery(
  principal: Principal,
  { parameter, target: { table, isVisible }, ids }: ParameterReference,
  now: RawBuilder<Date>,
  kinds: readonly RecordKind[],
) {
  return sql`
    select ${sql.lit(parameter)} as parameter, id, null::text as slug, true as is_direct from ${sql.table(table)}
    where id = any (${[...new Set(ids)]}::bigint[]) and ${isVisible(principal, table, now, kinds)}`;
}

/** Descendants are looked up here, so that PostgreSQL plans the list statement with their ids. */
function termsQuery({
  parameter,
  target: { table, slugsTable: slugTable, foreignKey, hierarchyColumn },
  ids,
  slugs,
}: TermFilterReference) {
  const descendants = hierarchyColumn
    ? sql`union select child.id, null, false from ${sql.table(table)} as child join resolved on child.${sql.ref(hierarchyColumn)} = resolved.id`
    : sql``;
  return sql`(
    with recursive direct (id, slug, is_direct) as (
      select id, null::text, true from ${sql.table(table)} where id = any (${[...new Set(ids)]}::bigint[])
      union all
      select ${sql.ref(foreignKey)}, slug, true from ${sql.table(slugTable)} where slug = any (${slugs}::text[])
    ),
    resolved (id, slug, is_direct) as (select * from direct ${descendants})
    select ${sql.lit(parameter)} as parameter, id, slug, is_direct from resolved)`;
}
