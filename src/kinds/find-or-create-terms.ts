import type { EntityManager } from '@mikro-orm/postgresql';
import type { RawBuilder } from 'kysely';
import { assertPrivilege } from '../kernel/context/permissions.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { findIdsByName, findOrCreate } from '../records/crud/find-or-create.js';
import type { TermKind } from '../kernel/context/record-kind.js';
import { normalizeSlug } from '../kernel/text/slugify.js';
import { findIdsBySlug } from '../records/translations/slugs.js';
import type { TermIdOrText } from '../kernel/schema/reference-fields.js';

interface FindOrCreateTermsOptions {
  readonly kind: TermKind;
  readonly now: RawBuilder<Date>;
  /** Creates terms. Returns their ids in the same order. */
  readonly create: (inputs: readonly { name: string }[]) => Promise<number[]>;
}

/**
 * The ids of terms, in the given order. A text is the slug of a term, else its name, else the name of a new term.
 * @throws {ApiError} `forbidden` if a term is unknown and the caller may not create terms
 */
export async function findOrCreateTerms(
  em: EntityManager,
  context: RequestContext,
  { kind, now, create }: FindOrCreateTermsOptions,
  input: readonly TermIdOrText[],
): Promise<number[]> {
  const db = em.getKysely();
  const find = async (texts: readonly string[]) => {
    const bySlug = await findIdsBySlug(db, kind, texts.map(normalizeSlug));
    const slugs = texts.filter((text) => bySlug.has(normalizeSlug(text)));
    const names = texts.filter((text) => !bySlug.has(normalizeSlug(text)));
    const byName = await findIdsByName(db, context, { kind, now }, names);
    for (const text of slugs) byName.set(text, bySlug.get(normalizeSlug(text)) as number);
    return byName;
  };
  const createIfPermitted = async (names: readonly string[]) => {
    assertPrivilege(context.principal, 'editTerms');
    return create(names.map((name) => ({ name })));
  };
  const options = { kind, nameOf: (text: string) => text, find, create: createIfPermitted, matchesSlugs: true };
  return (await findOrCreate<string>(db, options, input)).ids;
}
