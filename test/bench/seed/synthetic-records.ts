import { slugify } from '../../../src/kernel/text/slugify.js';
import { fold } from '../../../src/kernel/text/fold.js';
import { namesOf, type SyntheticName } from './synthetic-texts.js';
import {
  NAMES,
  ORGANIZER_KINDS,
  ROOT_CATEGORY_NAME,
  THEMES,
  VENUE_KINDS,
  type SyntheticLanguage,
} from './vocabulary.js';

/** A record that events link to. */
export interface SyntheticRecord {
  readonly names: readonly SyntheticName[];
  /** Values of the language-neutral columns. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Index of the parent category. */
  readonly parent?: number;
}

const CITY_COUNT = 40;
const BRANCH_COUNT = 9;
/** Of fifty venues or organizers, this many are published. */
const PUBLISHED_OF_FIFTY = 49;

const itemAt = <Item>(items: readonly Item[], position: number): Item => items[position % items.length] as Item;
const nameAt = (position: number) => itemAt(NAMES, position * 37);
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const positions = (count: number) => Array.from({ length: count }, (_item, position) => position);

/** Venues. Nine of ten have coordinates. */
export function syntheticVenues(count: number): SyntheticRecord[] {
  return positions(count).map((position) => {
    const name = (language: SyntheticLanguage) =>
      `${itemAt(VENUE_KINDS[language], position)} ${nameAt(position)} ${position + 1}`;
    const address = `Carrer ${nameAt(position + 500)}, ${(position % 120) + 1}`;
    const city = itemAt(NAMES, (position % CITY_COUNT) * 11);
    const addressFields = {
      address,
      city,
      country: 'ES',
      province: itemAt(['Tarragona', 'Barcelona', 'Girona', 'Lleida'], position),
    };
    const zip = String(43_000 + (position % CITY_COUNT));
    const search_fields = fold([...Object.values(addressFields), zip].join('\n'));
    const fields = { ...addressFields, zip, ...coordinates(position), ...publication(position), search_fields };
    return { names: namesOf(position, name), fields };
  });
}

export function syntheticOrganizers(count: number): SyntheticRecord[] {
  return positions(count).map((position) => {
    const name = (language: SyntheticLanguage) =>
      `${itemAt(ORGANIZER_KINDS[language], position)} ${nameAt(position + 250)} ${position + 1}`;
    const email = `info@${slugify(name('ca'))}.example`;
    const fields = { email, ...publication(position), search_fields: fold(email) };
    return { names: namesOf(position, name), fields };
  });
}

/**
 * Category tree with one root, nine branches and a leaf per theme. Names must be unique among siblings: below their own
 * root, the branches do not conflict with other categories.
 */
export function syntheticCategories(): SyntheticRecord[] {
  const slug = (name: string) => `synthetic-${slugify(name)}`;
  const names = (position: number, name: (language: SyntheticLanguage) => string) => namesOf(position, name, slug);
  const root = { names: names(0, (language) => ROOT_CATEGORY_NAME[language]), fields: {} };
  const branches = positions(BRANCH_COUNT).map((position) => ({
    names: names(position, () => nameAt(position)),
    fields: {},
    parent: 0,
  }));
  const leaves = THEMES.ca.map((_theme, position) => ({
    names: names(position, (language) => capitalize(itemAt(THEMES[language], position))),
    fields: {},
    parent: 1 + (position % BRANCH_COUNT),
  }));
  return [root, ...branches, ...leaves];
}

export function syntheticTags(count: number): SyntheticRecord[] {
  return positions(count).map((position) => ({
    names: namesOf(position, (language) => `${itemAt(THEMES[language], position)} ${nameAt(position)}`),
    fields: {},
  }));
}

/** Coordinates in or near Catalonia for nine of ten records, otherwise none. */
function coordinates(position: number) {
  if (position % 10 === 9) return { geo_lat: null, geo_lng: null };
  return { geo_lat: 40.6 + (position % 97) / 60, geo_lng: 0.6 + (position % 89) / 40 };
}

function publication(position: number) {
  const published = position % (PUBLISHED_OF_FIFTY + 1) !== PUBLISHED_OF_FIFTY;
  return { status: published ? 'publish' : 'draft', published_at: published ? '2024-01-01T00:00:00Z' : null };
}
