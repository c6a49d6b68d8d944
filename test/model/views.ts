import { localTime, zonedTime } from './dates.js';
import {
  isTerm,
  isWithin,
  languagesOf,
  PATHS,
  recordsOf,
  servedLanguageOf,
  servedTextsOf,
  termsOf,
  TITLE_FIELDS,
} from './records.js';
import type { AnyRecord, EventRecord, ModelContext, PublishedRecord, Term, VenueOrOrganizer } from './records.js';
import { isProtected, isVisible, statusOf } from './rights.js';
import { slugIn } from './translations.js';

export type View = Record<string, unknown>;

/** Matches any value. */
export const ANY_VALUE = Symbol('any value');

/** A record as lists and reads serve it. An event is served in full to callers that send its password. */
export function recordView(context: ModelContext, record: AnyRecord, hasPassword = false): View {
  if (isTerm(record)) return { ...termView(context, record), count: countOf(context, record) };
  if (record.kind !== 'event') return venueOrOrganizerView(context, record);
  const reduced = { ...publicationView(context, record), ...scheduleView(record), ...EMPTY_VIEW };
  return isProtected(context, record) && !hasPassword ? reduced : { ...reduced, ...fullView(context, record) };
}

/** 5.2, 5.5: members of every kind. */
function commonView(context: ModelContext, record: AnyRecord): View {
  const url = `${context.state.base}/${PATHS[record.kind]}/${record.id}`;
  const translations = languagesOf(record).map((language) => [
    language,
    { slug: slugIn(record, language), rest_url: `${url}?ml_language=${language}` },
  ]);
  const { title, description } = servedTextsOf(context, record);
  return {
    id: record.id,
    slug: slugIn(record, servedLanguageOf(context, record)),
    [TITLE_FIELDS[record.kind]]: title,
    description,
    url,
    rest_url: url,
    version: ANY_VALUE,
    ml_language: servedLanguageOf(context, record),
    ml_translations: Object.fromEntries(translations),
  };
}

/** 5.2 */
function publicationView(context: ModelContext, record: PublishedRecord): View {
  const { publishedAt, modifiedAt, author, website, customFields } = record;
  const zone = record.kind === 'event' ? record.zone : context.state.zone;
  return {
    ...commonView(context, record),
    author,
    status: statusOf(context, record),
    date: publishedAt === null ? null : localTime(publishedAt, zone),
    date_utc: publishedAt === null ? null : localTime(publishedAt),
    modified: localTime(modifiedAt, zone),
    modified_utc: localTime(modifiedAt),
    website,
    image: null,
    custom_fields: customFields,
  };
}

const NO_ADDRESS = Object.fromEntries(
  ['address', 'city', 'country', 'province', 'state', 'stateprovince', 'zip', 'geo_lat', 'geo_lng'].map((name) => [
    name,
    null,
  ]),
);

/** 5.4 */
function venueOrOrganizerView(context: ModelContext, record: VenueOrOrganizer): View {
  const kindFields = record.kind === 'venue' ? { ...NO_ADDRESS, show_map: true, show_map_link: true } : { email: null };
  return { ...publicationView(context, record), phone: null, ...kindFields, ...record.fields };
}

/** 5.5: as embedded in an event, without `count`. */
function termView(context: ModelContext, term: Term): View {
  const view = commonView(context, term);
  return term.kind === 'category' ? { ...view, parent: term.parent?.id ?? null } : view;
}

/** 5.5: the number of events with the term or a term below it that the anonymous caller can list. */
export function countOf({ state }: ModelContext, term: Term): number {
  const anonymous: ModelContext = { state, user: { role: 'anonymous', id: 0 }, language: 'en', isExplicit: false };
  const isCounted = (event: EventRecord) =>
    !event.hidden && event.password === null && termsOf(event).some((eventTerm) => isWithin(eventTerm, term));
  return recordsOf(state, 'event').filter((event) => isCounted(event) && isVisible(anonymous, event)).length;
}

/** 5.3, 8.14: members that the reduced form of an event also has. */
function scheduleView({ startsAt, endsAt, zone, allDay, eventStatus, password }: EventRecord): View {
  const instant = (epoch: number) => zonedTime(epoch, zone).toString({ smallestUnit: 'second', timeZoneName: 'never' });
  return {
    all_day: allDay,
    start_date: localTime(startsAt, zone),
    end_date: localTime(endsAt, zone),
    starts_at: instant(startsAt),
    ends_at: instant(endsAt),
    timezone: zone,
    timezone_abbr: zone === 'UTC' ? 'UTC' : ANY_VALUE,
    event_status: eventStatus,
    password_protected: password !== null,
  };
}

/** 8.14: the members that the reduced form of an event leaves empty. */
export const EMPTY_VIEW = {
  description: '',
  excerpt: '',
  website: null,
  image: null,
  custom_fields: {},
  cost: '',
  cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
  show_map: false,
  show_map_link: false,
  hide_from_listings: false,
  sticky: false,
  featured: false,
  ticketed: false,
  attendance_mode: null,
  online_url: null,
  previous_start_date: null,
  post_parent: null,
  categories: [],
  tags: [],
  venue: [],
  organizer: [],
};

const FREE_WORDS = { ca: 'Gratuït', en: 'Free', es: 'Gratis' };

/** 6.5 */
function costView({ language }: ModelContext, { cost }: EventRecord): View {
  const currency = cost === '12 €' ? { currency_symbol: '€', currency_code: 'EUR', currency_position: 'postfix' } : {};
  const values = cost === '' ? [] : [cost.replace(' €', '')];
  return {
    cost: cost === '0' ? FREE_WORDS[language] : cost,
    cost_details: { ...EMPTY_VIEW.cost_details, ...currency, values },
  };
}

/** 5.3, 8.8, 8.9: the other members of an event. It embeds the records that the caller may read. */
function fullView(context: ModelContext, event: EventRecord): View {
  const { parent, featured, ticketed, attendance, hidden, website, customFields } = event;
  const embedded = (linked: readonly VenueOrOrganizer[]) =>
    linked.filter((record) => isVisible(context, record)).map((record) => venueOrOrganizerView(context, record));
  return {
    description: servedTextsOf(context, event).description,
    excerpt: servedTextsOf(context, event).excerpt,
    website,
    custom_fields: customFields,
    ...costView(context, event),
    show_map: true,
    show_map_link: true,
    hide_from_listings: hidden,
    featured,
    ticketed,
    attendance_mode: attendance,
    online_url: null,
    previous_start_date: null,
    post_parent: parent && isVisible(context, parent) ? parent.id : null,
    categories: event.categories.map((category) => termView(context, category)),
    tags: event.tags.map((tag) => termView(context, tag)),
    venue: embedded(event.venue),
    organizer: embedded(event.organizer),
  };
}
