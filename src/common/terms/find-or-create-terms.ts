import type { EntityManager } from '@mikro-orm/postgresql';
import type { RawBuilder } from 'kysely';
import { assertEditor } from '../auth/permissions.js';
import type { RequestContext } from '../http/request-context.js';
import { findOrCreate } from '../records/find-or-create.js';
import { normalizeSlug } from '../slug/slugify.js';
import { recordsBySlug } from '../slug/take-slug.js';
import type { SentTerm } from '../validation/link-fields.js';

interface TermKind {
  readonly kind: 'category' | 'tag';
  /** The present, for statements. */
  readonly now: RawBuilder<Date>;
  readonly create: (name: string) => Promise<number>;
}

/**
 * The ids of terms, in the order sent: ids as they are; a text is a slug of a term, else a name, else the name of a term
 * to be created.
 * @throws {ApiError} `forbidden` where the requester may not create what is unknown
 */
export async function findOrCreateTerms(
  em: EntityManager,
  context: RequestContext,
  { kind, now, create }: TermKind,
  sent: readonly SentTerm[],
): Promise<number[]> {
  const db = em.getKysely();
  const slugs = sent.filter((each) => typeof each === 'string').map(normalizeSlug);
  const bySlug = await recordsBySlug(db, kind, slugs);
  const rest = sent.map((each) => (typeof each === 'string' ? (bySlug.get(normalizeSlug(each)) ?? each) : each));
  const createAllowed = (name: string) => {
    assertEditor(context.principal);
    return create(name);
  };
  return findOrCreate(db, context, { kind, now, nameOf: (name) => name, create: createAllowed }, rest);
}
