import { isSeen, statusOf } from './rights.js';
import { slugIn } from './slugs.js';
import {
  allOf,
  languageFor,
  languagesOf,
  PATHS,
  textsFor,
  type AnyRecord,
  type Asker,
  type EventRecord,
  type Place,
  type PublishedRecord,
  type Term,
} from './world.js';

export type Shown = Record<string, unknown>;

/** As the interface writes moments; everything here happens in UTC. */
export const written = (moment: number): string => new Date(moment).toISOString().slice(0, 19).replace('T', ' ');

/** 5.2, 5.5: what every record has. */
function shownEntry(asker: Asker, record: AnyRecord): Shown {
  const address = `${asker.world.base}/${PATHS[record.kind]}/${record.id}`;
  const translations = languagesOf(record).map((language) => [
    language,
    { slug: slugIn(record, language), rest_url: `${address}?ml_language=${language}` },
  ]);
  return {
    id: record.id,
    slug: slugIn(record, languageFor(asker, record)),
    description: textsFor(asker, record).description,
    url: address,
    rest_url: address,
    ml_language: languageFor(asker, record),
    ml_translations: Object.fromEntries(translations),
  };
}

/** 5.2 */
export function shownPublication(asker: Asker, record: PublishedRecord): Shown {
  const date = record.publishedAt === null ? null : written(record.publishedAt);
  const modified = written(record.modifiedAt);
  return {
    ...shownEntry(asker, record),
    author: record.author,
    status: statusOf(asker, record),
    date,
    date_utc: date,
    modified,
    modified_utc: modified,
    website: record.website,
    image: null,
    custom_fields: {},
  };
}

/** 5.4 */
export function shownPlace(asker: Asker, place: Place): Shown {
  const shown = { ...shownPublication(asker, place), [place.kind]: textsFor(asker, place).heading, phone: null };
  if (place.kind === 'organizer') return { ...shown, email: null };
  const address = {
    address: null,
    city: null,
    country: null,
    province: null,
    state: null,
    stateprovince: null,
    zip: null,
  };
  return { ...shown, ...address, geo_lat: null, geo_lng: null, show_map: true, show_map_link: true };
}

/** 5.5: as embedded in an event, without `count`. */
export function shownTerm(asker: Asker, term: Term): Shown {
  const shown = { ...shownEntry(asker, term), name: textsFor(asker, term).heading };
  return term.kind === 'category' ? { ...shown, parent: term.parent?.id ?? null } : shown;
}

/** 5.5: events that everybody finds, with the term or one below it. */
export function countOf({ world }: Asker, term: Term): number {
  const nobody: Asker = { world, user: { role: 'anonymous', id: 0 }, language: 'en', isNamed: false };
  return allOf(world, 'event').filter(
    (event) =>
      isSeen(nobody, event) &&
      !event.hidden &&
      event.password === null &&
      termsOf(event).some((each) => isWithin(each, term)),
  ).length;
}

export const termsOf = ({ categories, tags }: EventRecord): Term[] => [...categories, ...tags];

/** Whether a category is another one or below it. */
export const isWithin = (term: Term | null, upper: Term): boolean =>
  term !== null && (term === upper || isWithin(term.parent, upper));
