import type { EntityManager } from '@mikro-orm/postgresql';
import { accessDeniedError, hasPrivilege } from '../kernel/context/permissions.js';
import type { Principal } from '../kernel/context/principal.js';
import type { TermKind } from '../kernel/context/record-kind.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { parameterError } from '../kernel/errors/api-error.js';
import type { TermLink } from '../kernel/schema/reference-fields.js';
import type { NameOrSlug } from '../records/crud/find-by-name.js';
import { findOrCreate, type NewRecord } from '../records/crud/find-or-create.js';
import { findTerms, toTermLookup } from '../records/crud/find-terms.js';

interface FindOrCreateTermsOptions {
  readonly kind: TermKind;
  /** Creates terms. Returns their ids in the same order. */
  readonly create: (inputs: readonly { name: string }[]) => Promise<number[]>;
}

/**
 * Finds the ids of terms, in the given order. Creates terms for unknown names.
 * @throws {ApiError} `unauthorized`, `forbidden` if a name is unknown and the caller may not create terms,
 *   `invalid_parameter` if slugs are unknown or several categories have the same name
 */
export async function findOrCreateTerms(
  em: EntityManager,
  context: RequestContext,
  { kind, create }: FindOrCreateTermsOptions,
  input: readonly TermLink[],
): Promise<number[]> {
  const db = em.getKysely();
  const links = input.map(toTermLookup);
  const find = async (requested: readonly NameOrSlug[]) => {
    const { ids, error } = await findTerms(db, { kind, language: context.language.requested }, links);
    if (error) throw parameterError({ [kind.plural]: error });
    return requested.map((link) => ids[links.indexOf(link)]);
  };
  const createIfPermitted = (requested: readonly NameOrSlug[]) => {
    assertCanCreate(context.principal, kind, requested, links);
    return create(requested.map((input) => ({ name: nameOf(input) })));
  };
  return (await findOrCreate(db, { kind, nameOf, find, similarity, create: createIfPermitted }, links)).ids;
}

/**
 * Checks terms like {@link findOrCreateTerms}, without creating any.
 * @throws {ApiError} `invalid_parameter`
 */
export async function assertTermsFound(
  em: EntityManager,
  context: RequestContext,
  kind: TermKind,
  input: readonly TermLink[],
): Promise<void> {
  const options = { kind, language: context.language.requested };
  const { error } = await findTerms(em.getKysely(), options, input.map(toTermLookup));
  if (error) throw parameterError({ [kind.plural]: error });
}

const nameOf = ({ name = '' }: NameOrSlug): string => name;

function assertCanCreate(
  principal: Principal,
  kind: TermKind,
  newTerms: readonly NameOrSlug[],
  links: readonly (number | NameOrSlug)[],
): void {
  if (hasPrivilege(principal, 'editTerms')) return;
  const error = {
    key: 'validation.new_terms_forbidden',
    args: { names: newTerms.map(nameOf).join(', ') },
    elements: newTerms.map((link) => links.indexOf(link)).toSorted((a, b) => a - b),
  };
  throw accessDeniedError(principal, { [kind.plural]: error });
}

/**
 * Compares an input with the term that an earlier input creates: by exact name, slug and folded name, like
 * `foundRecordsSql`.
 */
function similarity({ input, name, key }: NewRecord<NameOrSlug>, earlier: NewRecord<NameOrSlug>): number | undefined {
  if (name === earlier.name) return 3;
  if (input.slug === earlier.slug) return 2;
  return key === earlier.key ? 1 : undefined;
}
