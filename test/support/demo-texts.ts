import { CATEGORIES } from '../../src/demo/data/categories.js';
import { EVENTS } from '../../src/demo/data/events.js';
import { ORGANIZERS } from '../../src/demo/data/organizers.js';
import { TAGS } from '../../src/demo/data/tags.js';
import { VENUES } from '../../src/demo/data/venues.js';
import type { DemoEvent, Translations } from '../../src/demo/demo-records.js';
import { KINDS, type Kind } from './kinds.js';
import { LANGUAGES, servedLanguage, type Language } from './languages.js';

/** A record of the demo agenda, as far as it has texts. */
export interface DemoSource {
  readonly texts: Translations<Readonly<Record<string, string>>>;
}

/** The records of the demo agenda by their keys. They are written in this order, so that the first has the id 1. */
const SOURCES = { events: EVENTS, venues: VENUES, organizers: ORGANIZERS, categories: CATEGORIES, tags: TAGS };
const FREE_LABELS: Readonly<Record<Language, string>> = { ca: 'Gratuït', en: 'Free', es: 'Gratis' };
/** Members that follow the language; what an event holds under the name of a heading are records. */
const LANGUAGE_DEPENDENT_FIELDS = new Set(['ml_language', 'slug', 'cost', 'excerpt', 'description']);
const TITLE_FIELDS = new Set<string>(KINDS.map(({ titleField }) => titleField));

/** The records of a kind, the one of id 1 first. */
export const demoSources = (path: Kind['path']): readonly DemoSource[] =>
  Object.values(SOURCES[path]) as readonly DemoSource[];

export const demoEvents = (): readonly DemoEvent[] => Object.values(EVENTS);

/** The languages that a record has. */
export const languagesOf = ({ texts }: DemoSource): Language[] => LANGUAGES.filter((language) => texts[language]);

/** The ids of the records that an event is linked to, by the name of the link. */
export function linkedIds({ venues = [], organizers, categories, tags = [] }: DemoEvent) {
  const idsOf = (path: Kind['path'], keys: readonly string[]) =>
    keys.map((key) => Object.keys(SOURCES[path]).indexOf(key) + 1);
  return {
    venue: idsOf('venues', venues),
    organizer: idsOf('organizers', organizers),
    categories: idsOf('categories', categories),
    tags: idsOf('tags', tags),
  };
}

/** What a record shows in a language, where the default is English. */
export function demoTexts(path: Kind['path'], id: number, requested: Language): Record<string, unknown> {
  const source = demoSources(path)[id - 1];
  const kind = KINDS.find((each) => each.path === path);
  if (!source || !kind) throw new Error(`There is no ${id} of ${path} in the demo agenda`);
  const language = servedLanguage(requested, languagesOf(source), 'en');
  const { title, name, description = '', ...more } = source.texts[language] ?? {};
  return { ...more, [kind.titleField]: title ?? name, description, ml_language: language };
}

/** What an event costs in the language asked for: a lone zero, or one that begins a range, is a word. */
export function demoCost({ cost = [] }: DemoEvent, requested: Language): string {
  const texts = [cost].flat().map((each) => (/^0( €)?$/.test(String(each)) ? FREE_LABELS[requested] : String(each)));
  return texts.length > 1 ? `${texts[0]} – ${texts.at(-1)}` : (texts[0] ?? '');
}

/** A record without what depends on a language, and so those within it. */
export function languageIndependentFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(languageIndependentFields);
  if (value === null || typeof value !== 'object' || !('ml_language' in value)) return value;
  const facts = Object.entries(value).filter(
    ([name, each]) => !LANGUAGE_DEPENDENT_FIELDS.has(name) && !(typeof each === 'string' && TITLE_FIELDS.has(name)),
  );
  return Object.fromEntries(facts.map(([name, each]) => [name, languageIndependentFields(each)]));
}
