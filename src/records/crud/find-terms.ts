import { sql, type QueryExecutorProvider, type SqlBool } from 'kysely';
import type { TermKind } from '../../kernel/context/record-kind.js';
import { joinMessages, type Message } from '../../kernel/language/message.js';
import type { Language } from '../../kernel/language/languages.js';
import type { TermLink } from '../../kernel/schema/reference-fields.js';
import { findByName, nameOrSlugOf, type FoundRecord, type NameOrSlug } from './find-by-name.js';

interface FoundTerm extends FoundRecord {
  readonly parent_id?: number | null;
}

interface FindTermsOptions {
  readonly kind: TermKind;
  /** The requested language, in which names are looked up first. */
  readonly language: Language;
}

/** The id of a linked term, or the name or slug of a term to find. */
type TermLookup = number | NameOrSlug;

export const toTermLookup = (link: TermLink): TermLookup => (typeof link === 'number' ? link : nameOrSlugOf(link));

/** The terms found for names and slugs, and the error for unknown slugs and ambiguous names. */
interface FoundTerms {
  /** In the order of the links. `undefined` for a name that no term has. */
  readonly ids: readonly (number | undefined)[];
  readonly error: Message | undefined;
}

/** Finds the terms of names and slugs. If several tags match, the one with the lowest id counts. */
export async function findTerms(
  db: QueryExecutorProvider,
  { kind, language }: FindTermsOptions,
  links: readonly TermLookup[],
): Promise<FoundTerms> {
  const requested = links.filter((link) => typeof link !== 'number');
  const columns = kind.hierarchyColumn ? [kind.hierarchyColumn] : [];
  const isVisible = sql<SqlBool>`true`;
  const all = await findByName<FoundTerm>(db, { kind, language, isVisible, columns }, requested);
  const chosen = chooseByParent(
    all.map(bestOf),
    links.filter((link) => typeof link === 'number'),
  );
  const found = new Map(requested.map((link, index) => [link, chosen[index] ?? []]));
  return {
    ids: links.map((link) => (typeof link === 'number' ? link : found.get(link)?.[0]?.id)),
    error: joinMessages([
      elementsError('validation.unknown_name', links, (link) => unknownSlug(link, found.get(link))),
      kind.hierarchyColumn
        ? elementsError('validation.ambiguous_names', links, (link) => ambiguousName(link, found.get(link)))
        : undefined,
    ]),
  };
}

/** @param nameOf how the error names an invalid link. `undefined` for a valid one */
function elementsError(
  key: string,
  links: readonly TermLookup[],
  nameOf: (link: NameOrSlug) => string | undefined,
): Message | undefined {
  const names = links.map((link) => (typeof link === 'number' ? undefined : nameOf(link)));
  const elements = [...names.keys()].filter((position) => names[position] !== undefined);
  if (elements.length === 0) return undefined;
  return { key, args: { names: [...new Set(elements.map((position) => names[position]))].join(', ') }, elements };
}

const unknownSlug = ({ name, slug }: NameOrSlug, terms: readonly FoundTerm[] = []): string | undefined =>
  name === undefined && terms.length === 0 ? slug : undefined;

const ambiguousName = ({ name = '' }: NameOrSlug, terms: readonly FoundTerm[] = []): string | undefined =>
  terms.length > 1 ? `${name} (${terms.map(({ id }) => id).join(', ')})` : undefined;

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
