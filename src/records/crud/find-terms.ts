import { sql, type QueryExecutorProvider, type SqlBool } from 'kysely';
import type { TermKind } from '../../kernel/context/record-kind.js';
import { joinMessages, type Message } from '../../kernel/language/message.js';
import type { Language } from '../../kernel/language/languages.js';
import { findByName, type FoundRecord, type NameOrSlug } from './find-by-name.js';

interface FoundTerm extends FoundRecord {
  readonly parent_id?: number | null;
}

interface FindTermsOptions {
  readonly kind: TermKind;
  /** The requested language, in which names are looked up first. */
  readonly language: Language;
  /** Ids that are linked by the same request, besides the names and slugs. */
  readonly ids: readonly number[];
}

/** The terms found for names and slugs, and the error for those that match none or several. */
interface FoundTerms {
  /** `undefined` for a name that no term has. */
  readonly ids: readonly (number | undefined)[];
  readonly error: Message | undefined;
}

/** Finds the terms of names and slugs. Of several tags with a name, the one with the lowest id counts. */
export async function findTerms(
  db: QueryExecutorProvider,
  { kind, language, ids }: FindTermsOptions,
  requested: readonly NameOrSlug[],
): Promise<FoundTerms> {
  const columns = kind.hierarchyColumn ? [kind.hierarchyColumn] : [];
  const isVisible = sql<SqlBool>`true`;
  const all = await findByName<FoundTerm>(db, { kind, language, isVisible, columns }, requested);
  const found = chooseByParent(all.map(bestOf), ids);
  return {
    ids: found.map((terms) => terms[0]?.id),
    error: joinMessages([
      unknownSlugs(requested, found),
      ...(kind.hierarchyColumn ? [ambiguous(requested, found)] : []),
    ]),
  };
}

function unknownSlugs(requested: readonly NameOrSlug[], found: readonly (readonly FoundTerm[])[]): Message | undefined {
  const slugs = requested.flatMap(({ name, slug = '' }, index) =>
    name === undefined && found[index]?.length === 0 ? [slug] : [],
  );
  if (slugs.length === 0) return undefined;
  return { key: 'validation.unknown_name', args: { names: [...new Set(slugs)].join(', ') } };
}

function ambiguous(requested: readonly NameOrSlug[], found: readonly (readonly FoundTerm[])[]): Message | undefined {
  const names = requested.flatMap(({ name = '' }, index) => {
    const terms = found[index] ?? [];
    return terms.length > 1 ? [`${name} (${terms.map(({ id }) => id).join(', ')})`] : [];
  });
  if (names.length === 0) return undefined;
  return { key: 'validation.ambiguous_names', args: { names: [...new Set(names)].join(', ') } };
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
