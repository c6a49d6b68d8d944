import { KINDS, type Kind } from '../support/records/kinds.js';
import { LANGUAGE_SETS, type Language } from '../support/languages/languages.js';
import { createTranslated, type SendRequest } from '../support/processes/service-client.js';
import { upcomingDates } from '../support/records/records.js';

/** First word of names by language, so that a search shows which translation is served. */
export const NAME_PREFIXES: Readonly<Record<Language, string>> = { ca: 'Poma', en: 'Apple', es: 'Manzana' };

/** Members of an event that contain records of other kinds, with their paths. */
export const EVENT_LINKS = [
  ['venue', 'venues'],
  ['organizer', 'organizers'],
  ['categories', 'categories'],
  ['tags', 'tags'],
] as const;

export type IdsByPath = Record<Kind['path'], number[]>;

/**
 * Creates records of every kind in every combination of languages and returns their ids. Events link records with the
 * same combination.
 */
export async function createCombinations(ask: SendRequest): Promise<IdsByPath> {
  const ids: IdsByPath = { events: [], venues: [], organizers: [], categories: [], tags: [] };
  for (const kind of KINDS.toReversed()) {
    for (const [index, languages] of LANGUAGE_SETS.entries()) {
      const names = Object.fromEntries(languages.map((each) => [each, `${NAME_PREFIXES[each]} ${index}`]));
      const links = Object.fromEntries(EVENT_LINKS.map(([member, path]) => [member, ids[path][index]]));
      const fields = kind.path === 'events' ? { ...upcomingDates(), ...links } : {};
      ids[kind.path].push(await createTranslated(ask, kind, names, fields));
    }
  }
  return ids;
}
