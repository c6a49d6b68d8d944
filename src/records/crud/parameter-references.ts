import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { RecordKind, ReferenceTarget } from '../../kernel/context/record-kind.js';
import type { RequestContext } from '../../kernel/context/request-context.js';
import type { Language } from '../../kernel/language/languages.js';
import type { TermLink } from '../../kernel/schema/reference-fields.js';
import { registeredKinds } from '../types/record-kinds.js';
import type { Principal } from '../../kernel/context/principal.js';
import { foundRecordsSql, nameOrSlugOf } from './find-by-name.js';

/** The caller, and the language in which names are looked up first. */
export type ReferenceContext = Pick<RequestContext, 'principal' | 'language'>;

export interface ParameterReference {
  readonly parameter: string;
  readonly target: ReferenceTarget;
  readonly ids: readonly number[];
}

/** The terms that a filter gives by ids, slugs or names. Their descendants count too. */
export interface TermFilterReference extends ParameterReference {
  readonly target: RecordKind;
  readonly names: readonly Exclude<TermLink, number>[];
}

/** A filter of a list by terms: records with any of them, or of their descendants. */
export class TermFilter {
  /**
   * @param keys ids, slugs and names for the URLs of the list
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
): reference is TermFilterReference => 'names' in reference;

/** A record that a parameter refers to, directly or (`is_direct` is false) as a descendant of such a record. */
export interface ResolvedReference {
  readonly parameter: string;
  readonly id: number;
  /** Position of the name that matches the record, from 1. `null` for records given by id and for descendants. */
  readonly position: number | null;
  readonly is_direct: boolean;
}

/** Looks up the records that the parameters of a request refer to, in one statement. Unreadable records are left out. */
export async function resolveReferences(
  em: EntityManager,
  { principal, language }: ReferenceContext,
  references: readonly (ParameterReference | TermFilterReference)[],
  now: RawBuilder<Date>,
): Promise<readonly ResolvedReference[]> {
  if (references.length === 0) return [];
  const queries = references.map((reference) =>
    isTermFilterReference(reference)
      ? termsQuery(reference, language.requested)
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
    select ${sql.lit(parameter)} as parameter, id, null::integer as position, true as is_direct from ${sql.table(table)}
    where id = any (${[...new Set(ids)]}::bigint[]) and ${isVisible(principal, table, now, kinds)}`;
}

/**
 * A name selects all terms that its best step of {@link foundRecordsSql} finds. Descendants are looked up here, so
 * that PostgreSQL plans the list statement with their ids.
 */
function termsQuery({ parameter, target, ids, names }: TermFilterReference, language: Language) {
  const { table, hierarchyColumn } = target;
  const descendants = hierarchyColumn
    ? sql`union select child.id, null, false from ${sql.table(table)} as child join resolved on child.${sql.ref(hierarchyColumn)} = resolved.id`
    : sql``;
  const found = foundRecordsSql(target, language, names.map(nameOrSlugOf));
  const named = sql`
      union all
      select id, position, true
      from (select *, rank() over (partition by position order by step) from (${found}) as found) as ranked where rank = 1`;
  return sql`(
    with recursive direct (id, position, is_direct) as (
      select id, null::integer, true from ${sql.table(table)} where id = any (${[...new Set(ids)]}::bigint[])
      ${names.length > 0 ? named : sql``}
    ),
    resolved (id, position, is_direct) as (select * from direct ${descendants})
    select ${sql.lit(parameter)} as parameter, id, position, is_direct from resolved)`;
}
