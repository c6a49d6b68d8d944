import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { accessDeniedError, hasPrivilege } from '../kernel/context/permissions.js';
import type { Principal } from '../kernel/context/principal.js';
import type { TermKind } from '../kernel/context/record-kind.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { parameterError } from '../kernel/errors/api-error.js';
import type { TermLink } from '../kernel/schema/reference-fields.js';
import { findByName, nameOrSlugOf, type FoundRecord, type NameOrSlug } from '../records/crud/find-by-name.js';
import { findOrCreate, type NewRecord } from '../records/crud/find-or-create.js';

interface FindOrCreateTermsOptions {
  readonly kind: TermKind;
  /** Creates terms. Returns their ids in the same order. */
  readonly create: (inputs: readonly { name: string }[]) => Promise<number[]>;
}

interface FoundTerm extends FoundRecord {
  readonly parent_id?: number | null;
}

/**
 * Finds the ids of terms, in the given order. Creates terms for unknown names.
 * @throws {ApiError} `unauthorized`, `forbidden` if a name is unknown and the caller may not create terms, `invalid_parameter` if a slug is
 *   unknown or several categories have a name
 */
export async function findOrCreateTerms(
  em: EntityManager,
  context: RequestContext,
  { kind, create }: FindOrCreateTermsOptions,
  input: readonly TermLink[],
): Promise<number[]> {
  const db = em.getKysely();
  const links = input.map((link) => (typeof link === 'number' ? link : nameOrSlugOf(link)));
  const ids = links.filter((link) => typeof link === 'number');
  const options = {
    kind,
    language: context.language.requested,
    isVisible: sql<SqlBool>`true`,
    columns: kind.hierarchyColumn ? [kind.hierarchyColumn] : [],
  };
  const find = async (requested: readonly NameOrSlug[]) => {
    const found = (await findByName<FoundTerm>(db, options, requested)).map(bestOf);
    return chooseByParent(found, ids).map((terms, index) => idOf(kind, terms, requested[index] ?? {}));
  };
  const createIfPermitted = (requested: readonly NameOrSlug[]) => {
    assertCanCreate(context.principal, kind, requested.map(nameOf));
    return create(requested.map((input) => ({ name: nameOf(input) })));
  };
  return (await findOrCreate(db, { kind, nameOf, find, similarity, create: createIfPermitted }, links)).ids;
}

const nameOf = ({ name = '' }: NameOrSlug): string => name;

/** The id of the term that was found. `undefined` for a name that no term has. */
function idOf(kind: TermKind, terms: readonly FoundTerm[], { name, slug }: NameOrSlug): number | undefined {
  if (terms.length === 0 && name === undefined)
    throw parameterError({ [kind.plural]: { key: 'validation.unknown_name', args: { names: slug } } });
  // Of several tags, the one with the lowest id comes first.
  if (terms.length > 1 && kind.hierarchyColumn) {
    const ids = terms.map(({ id }) => id).join(', ');
    throw parameterError({ [kind.plural]: { key: 'validation.ambiguous_name', args: { name, ids } } });
  }
  return terms[0]?.id;
}

function assertCanCreate(principal: Principal, kind: TermKind, names: readonly string[]): void {
  if (hasPrivilege(principal, 'editTerms')) return;
  const error = { key: 'validation.new_terms_forbidden', args: { names: names.join(', ') } };
  throw accessDeniedError(principal, { [kind.plural]: error });
}

const bestOf = (terms: readonly FoundTerm[]): readonly FoundTerm[] =>
  terms.filter(({ step }) => step === terms[0]?.step);

/** If several categories match: prefers those with a parent in the same request, then those at the top level. */
function chooseByParent(found: readonly (readonly FoundTerm[])[], ids: readonly number[]) {
  const belowChosen = narrowByParent(found, ids);
  const atTop = belowChosen.map((terms) => preferred(terms, ({ parent_id: parent }) => parent === null));
  return narrowByParent(atTop, ids);
}

/** Repeats until nothing changes: a chosen category may be the parent of another one. */
function narrowByParent(
  found: readonly (readonly FoundTerm[])[],
  ids: readonly number[],
): readonly (readonly FoundTerm[])[] {
  const chosen = new Set([
    ...ids,
    ...found.flatMap(([term, ...others]) => (term && others.length === 0 ? term.id : [])),
  ]);
  const narrowed = found.map((terms) =>
    preferred(terms, ({ parent_id: parent }) => typeof parent === 'number' && chosen.has(parent)),
  );
  return narrowed.some((terms, index) => terms.length !== found[index]?.length)
    ? narrowByParent(narrowed, ids)
    : narrowed;
}

function preferred(terms: readonly FoundTerm[], isPreferred: (term: FoundTerm) => boolean): readonly FoundTerm[] {
  const matches = terms.filter(isPreferred);
  return matches.length > 0 ? matches : terms;
}

/** The steps of `foundRecordsSql`, for a term that does not exist yet. */
function similarity({ input, name, key }: NewRecord<NameOrSlug>, earlier: NewRecord<NameOrSlug>): number | undefined {
  if (name === earlier.name) return 3;
  if (input.slug === earlier.slug) return 2;
  return key === earlier.key ? 1 : undefined;
}
