import { isVisible, statusOf } from './rights.js';
import { slugIn } from './slugs.js';
import {
  recordsOf,
  servedLanguageOf,
  languagesOf,
  PATHS,
  servedTextsOf,
  type AnyRecord,
  type ModelContext,
  type EventRecord,
  type VenueOrOrganizer,
  type PublishedRecord,
  type Term,
} from './model-state.js';

export type View = Record<string, unknown>;

/** As the interface writes moments; everything here happens in UTC. */
export const formatMoment = (moment: number): string => new Date(moment).toISOString().slice(0, 19).replace('T', ' ');

/** 5.2, 5.5: what every record has. */
function entryView(asker: ModelContext, record: AnyRecord): View {
  const address = `${asker.state.base}/${PATHS[record.kind]}/${record.id}`;
  const translations = languagesOf(record).map((language) => [
    language,
    { slug: slugIn(record, language), rest_url: `${address}?ml_language=${language}` },
  ]);
  return {
    id: record.id,
    slug: slugIn(record, servedLanguageOf(asker, record)),
    description: servedTextsOf(asker, record).description,
    url: address,
    rest_url: address,
    ml_language: servedLanguageOf(asker, record),
    ml_translations: Object.fromEntries(translations),
  };
}

/** 5.2 */
export function publicationView(asker: ModelContext, record: PublishedRecord): View {
  const date = record.publishedAt === null ? null : formatMoment(record.publishedAt);
  const modified = formatMoment(record.modifiedAt);
  return {
    ...entryView(asker, record),
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
export function venueOrOrganizerView(asker: ModelContext, place: VenueOrOrganizer): View {
  const shown = { ...publicationView(asker, place), [place.kind]: servedTextsOf(asker, place).title, phone: null };
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
export function termView(asker: ModelContext, term: Term): View {
  const shown = { ...entryView(asker, term), name: servedTextsOf(asker, term).title };
  return term.kind === 'category' ? { ...shown, parent: term.parent?.id ?? null } : shown;
}

/** 5.5: events that everybody finds, with the term or one below it. */
export function countOf({ state }: ModelContext, term: Term): number {
  const nobody: ModelContext = { state, user: { role: 'anonymous', id: 0 }, language: 'en', isExplicit: false };
  return recordsOf(state, 'event').filter(
    (event) =>
      isVisible(nobody, event) &&
      !event.hidden &&
      event.password === null &&
      termsOf(event).some((each) => isWithin(each, term)),
  ).length;
}

export const termsOf = ({ categories, tags }: EventRecord): Term[] => [...categories, ...tags];

/** Whether a category is another one or below it. */
export const isWithin = (term: Term | null, upper: Term): boolean =>
  term !== null && (term === upper || isWithin(term.parent, upper));
