import { KINDS, type Kind } from './kinds.js';
import { COMBINATIONS, type Language } from './languages.js';
import { createIn, type Ask } from './process-client.js';
import { soon } from './records.js';

/** What names begin with, so that a search tells which of them is served. */
export const WORDS: Readonly<Record<Language, string>> = { ca: 'Poma', en: 'Apple', es: 'Manzana' };

/** The members of an event that hold records of other kinds. */
export const LINKS = [
  ['venue', 'venues'],
  ['organizer', 'organizers'],
  ['categories', 'categories'],
  ['tags', 'tags'],
] as const;

export type Ids = Record<Kind['path'], number[]>;

/**
 * Makes records of every kind, in every combination of languages, and gives their ids; events are linked to the records
 * of their own combination.
 */
export async function createCombinations(ask: Ask): Promise<Ids> {
  const ids: Ids = { events: [], venues: [], organizers: [], categories: [], tags: [] };
  for (const kind of KINDS.toReversed()) {
    for (const [index, languages] of COMBINATIONS.entries()) {
      const names = Object.fromEntries(languages.map((each) => [each, `${WORDS[each]} ${index}`]));
      const links = Object.fromEntries(LINKS.map(([member, path]) => [member, ids[path][index]]));
      const fields = kind.path === 'events' ? { ...soon(), ...links } : {};
      ids[kind.path].push(await createIn(ask, kind, names, fields));
    }
  }
  return ids;
}
