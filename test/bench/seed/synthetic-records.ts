import { slugify } from '../../../src/kernel/text/slugify.js';
import { fold } from '../../../src/kernel/text/fold.js';
import { namesOf, type SyntheticName } from './synthetic-texts.js';
import { NAMES, ORGANIZER_KINDS, SYNTHETIC, THEMES, VENUE_KINDS, type SyntheticLanguage } from './vocabulary.js';

/** A record that events link to. */
export interface SyntheticRecord {
  readonly names: readonly SyntheticName[];
  /** Values of the language-neutral columns. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** Index of the parent category. */
  readonly parent?: number;
}

const CITIES = 40;
const BRANCHES = 9;
/** Of fifty venues or organizers, this many are published. */
const PUBLISHED = 49;

const at = <Item>(items: readonly Item[], position: number): Item => items[position % items.length] as Item;
const nameAt = (position: number) => at(NAMES, position * 37);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const positions = (count: number) => Array.from({ length: count }, (_each, position) => position);

/** Venues. Nine of ten have coordinates. */
export function syntheticVenues(count: number): SyntheticRecord[] {
  return positions(count).map((position) => {
    const name = (language: SyntheticLanguage) =>
      `${at(VENUE_KINDS[language], position)} ${nameAt(position)} ${position + 1}`;
    const address = `Carrer ${nameAt(position + 500)}, ${(position % 120) + 1}`;
    const city = at(NAMES, (position % CITIES) * 11);
    const place = {
      address,
      city,
      country: 'ES',
      province: at(['Tarragona', 'Barcelona', 'Girona', 'Lleida'], position),
    };
    const zip = String(43_000 + (position % CITIES));
    const search_fields = fold([...Object.values(place), zip].join('\n'));
    const facts = { ...place, zip, ...coordinates(position), ...publication(position), search_fields };
    return { names: namesOf(position, name), facts };
  });
}

export function syntheticOrganizers(count: number): SyntheticRecord[] {
  return positions(count).map((position) => {
    const name = (language: SyntheticLanguage) =>
      `${at(ORGANIZER_KINDS[language], position)} ${nameAt(position + 250)} ${position + 1}`;
    const email = `info@${slugify(name('ca'))}.example`;
    const facts = { email, ...publication(position), search_fields: fold(email) };
    return { names: namesOf(position, name), facts };
  });
}

/**
 * Category tree with one root, nine branches and a leaf per theme. The root avoids name conflicts with other
 * categories.
 */
export function syntheticCategories(): SyntheticRecord[] {
  const slug = (name: string) => `synthetic-${slugify(name)}`;
  const names = (position: number, name: (language: SyntheticLanguage) => string) => namesOf(position, name, slug);
  const root = { names: names(0, (language) => SYNTHETIC[language]), facts: {} };
  const branches = positions(BRANCHES).map((position) => ({
    names: names(position, () => nameAt(position)),
    facts: {},
    parent: 0,
  }));
  const leaves = THEMES.ca.map((_theme, position) => ({
    names: names(position, (language) => capital(at(THEMES[language], position))),
    facts: {},
    parent: 1 + (position % BRANCHES),
  }));
  return [root, ...branches, ...leaves];
}

export function syntheticTags(count: number): SyntheticRecord[] {
  return positions(count).map((position) => ({
    names: namesOf(position, (language) => `${at(THEMES[language], position)} ${nameAt(position)}`),
    facts: {},
  }));
}

/** Coordinates on the coast for nine of ten positions. */
function coordinates(position: number) {
  if (position % 10 === 9) return { geo_lat: null, geo_lng: null };
  return { geo_lat: 40.6 + (position % 97) / 60, geo_lng: 0.6 + (position % 89) / 40 };
}

function publication(position: number) {
  const published = position % (PUBLISHED + 1) !== PUBLISHED;
  return { status: published ? 'publish' : 'draft', published_at: published ? '2024-01-01T00:00:00Z' : null };
}
