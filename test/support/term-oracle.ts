import { LANGUAGES, servedLanguage, type Language } from './languages.js';
import { canEdit, canRead, type Owner, type ReaderRole } from './readers.js';

/** A category or tag, as it was made. */
export interface Term {
  readonly id: number;
  readonly parent: number | null;
  readonly names: Readonly<Partial<Record<Language, string>>>;
  readonly slugs: Readonly<Partial<Record<Language, string>>>;
  readonly descriptions: Readonly<Partial<Record<Language, string>>>;
  /** Slugs that it had before. */
  readonly former: readonly string[];
}

/** What has become of an event. */
export type EventState = 'public' | 'hidden' | 'protected' | 'draft' | 'protected draft' | 'scheduled' | 'trashed';

export interface TermEvent {
  readonly id: number;
  readonly state: EventState;
  readonly owner: Owner;
  readonly terms: readonly number[];
}

export interface TermFixture {
  readonly path: 'categories' | 'tags';
  readonly terms: readonly Term[];
  readonly events: readonly TermEvent[];
}

/** A request for a list of terms. */
export interface TermListRequest {
  readonly asked: Language;
  readonly reader: ReaderRole;
  readonly parameters: Readonly<Record<string, string>>;
}

/** What a request must be answered: the ids in their order, or the parameters that are wrong. */
export interface ExpectedTerms {
  readonly ids?: readonly number[];
  readonly invalidParameters?: readonly string[];
}

const listOf = (text: string) => text.split(',').map(Number);

/** 7.11 and what it rests on, as the contract has it. */
export function expectedList(scene: TermFixture, question: TermListRequest): ExpectedTerms {
  const wrong = wrongParameters(scene, question).toSorted();
  if (wrong.length > 0) return { invalidParameters: wrong };
  const shown = scene.terms.filter((term) => isListed(scene, question, term));
  return { ids: inOrder(scene, question, shown).map(({ id }) => id) };
}

/** 5.5: events that everybody finds, which have the term or one below it. */
export function countOf(scene: TermFixture, id: number): number {
  const isBelow = (each: number | null | undefined): boolean =>
    each === id || (!!each && isBelow(scene.terms.find((term) => term.id === each)?.parent));
  return scene.events.filter(({ state, terms }) => state === 'public' && terms.some(isBelow)).length;
}

const relationOf = ({ owner, state }: TermEvent) => ({
  owner,
  isPublic: !['draft', 'protected draft', 'scheduled'].includes(state),
});

/** 7.1, 7.11: what is unknown, or not to be read. */
function wrongParameters({ path, terms, events }: TermFixture, { reader, parameters }: TermListRequest): string[] {
  const isKnown = (id: number) => terms.some((term) => term.id === id);
  const isReadable = (id: number) => {
    const event = events.find((each) => each.id === id);
    return event !== undefined && event.state !== 'trashed' && canRead(reader, relationOf(event));
  };
  const { include, parent, event, post } = parameters;
  return [
    ...(include && !listOf(include).every(isKnown) ? ['include'] : []),
    ...(path === 'categories' && parent && parent !== '0' && !isKnown(Number(parent)) ? ['parent'] : []),
    ...(event && !isReadable(Number(event)) ? ['event'] : []),
    ...(!event && post && !isReadable(Number(post)) ? ['post'] : []),
  ];
}

function isListed(scene: TermFixture, { asked, reader, parameters }: TermListRequest, term: Term): boolean {
  const { search, include, exclude, parent, slug, hide_empty = 'true', ml_fallback } = parameters;
  const served = servedLanguage(asked, present(term), 'en');
  const event = scene.events.find(({ id }) => id === Number(parameters['event'] ?? parameters['post'] ?? 0));
  const isSealed = event?.state.startsWith('protected') && !canEdit(reader, relationOf(event));
  const told = isSealed ? [] : event?.terms;
  const conditions = [
    hide_empty === 'false' || countOf(scene, term.id) > 0,
    !include || listOf(include).includes(term.id),
    !exclude || !listOf(exclude).includes(term.id),
    scene.path === 'tags' || !parent || (term.parent ?? 0) === Number(parent),
    !slug || [...Object.values(term.slugs), ...term.former].includes(slug.toLowerCase()),
    !told || told.includes(term.id),
    !search || [term.names[served], term.slugs[served]].some((text) => foldText(text).includes(foldText(search))),
    ml_fallback !== 'none' || served === asked,
  ];
  return conditions.every(Boolean);
}

function inOrder(scene: TermFixture, { asked, parameters }: TermListRequest, terms: readonly Term[]): Term[] {
  const { orderby = 'name', order = 'asc', include = '' } = parameters;
  const { compare } = new Intl.Collator(asked);
  const text = (key: 'names' | 'slugs' | 'descriptions') => (one: Term, other: Term) =>
    compare(
      ...([one, other].map((term) => term[key][servedLanguage(asked, present(term), 'en')] ?? '') as [string, string]),
    );
  const number = (value: (term: Term) => number) => (one: Term, other: Term) => value(one) - value(other);
  const orders: Record<string, (one: Term, other: Term) => number> = {
    name: text('names'),
    slug: text('slugs'),
    description: text('descriptions'),
    id: () => 0,
    count: number(({ id }) => countOf(scene, id)),
    include: number(({ id }) => listOf(include).indexOf(id)),
  };
  const ascending = terms.toSorted((one, other) => orders[orderby]?.(one, other) || one.id - other.id);
  return /^desc/i.test(order) ? ascending.toReversed() : ascending;
}

const present = ({ names }: Term): Language[] => LANGUAGES.filter((language) => names[language] !== undefined);

/** Without case, accents and the point of the double l, as far as the texts here have any. */
const foldText = (text = ''): string => {
  const letters = text.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '');
  return letters.toLowerCase().replaceAll(/l[·.]l/g, 'll');
};
