import type { EntityManager } from '@mikro-orm/postgresql';
import type { RawBuilder } from 'kysely';
import { assertMay } from '../kernel/context/permissions.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { findOrCreate } from '../records/crud/find-or-create.js';
import type { TermKind } from '../kernel/context/record-kind.js';
import { recordsByName } from '../records/crud/records-by-name.js';
import { normalizeSlug } from '../kernel/text/slugify.js';
import { recordsBySlug } from '../records/translations/take-slug.js';
import type { SentTerm } from '../kernel/schema/link-fields.js';

/** How terms of a kind are found and created. */
interface Terms {
  readonly kind: TermKind;
  /** The present, for statements. */
  readonly now: RawBuilder<Date>;
  /** Creates terms, and tells their ids in that order. */
  readonly create: (inputs: readonly { name: string }[]) => Promise<number[]>;
}

/**
 * The ids of terms, in the order sent: ids as they are; a text is a slug of a term, else a name, else the name of a term
 * to be created.
 * @throws {ApiError} `forbidden` where the requester may not create what is unknown
 */
export function findOrCreateTerms(
  em: EntityManager,
  context: RequestContext,
  { kind, now, create }: Terms,
  sent: readonly SentTerm[],
): Promise<number[]> {
  const db = em.getKysely();
  const find = async (texts: readonly string[]) => {
    const bySlug = await recordsBySlug(db, kind, texts.map(normalizeSlug));
    const slugs = texts.filter((text) => bySlug.has(normalizeSlug(text)));
    const names = texts.filter((text) => !bySlug.has(normalizeSlug(text)));
    const byName = await recordsByName(db, context, kind, names, now);
    for (const text of slugs) byName.set(text, bySlug.get(normalizeSlug(text)) as number);
    return byName;
  };
  const createAllowed = async (names: readonly string[]) => {
    assertMay(context.principal, 'editTerms');
    return create(names.map((name) => ({ name })));
  };
  return findOrCreate(db, { kind, nameOf: (text) => text, find, create: createAllowed, slugs: true }, sent);
}
