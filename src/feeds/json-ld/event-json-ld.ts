import type { Event, Place, VirtualLocation, WebPage } from 'schema-dts';
import type { EventView } from '../../events/dto/event.view.js';
import type { Language } from '../../kernel/language/languages.js';
import { htmlToPlainText } from '../../kernel/text/html-to-plain-text.js';
import type { PageUrl } from '../public-page.js';
import { isReduced } from '../reduced-form.js';
import { eventDates } from './event-dates.js';
import { jsonLdDocument } from './json-ld-document.js';
import { isFree, offers } from './offers.js';
import { organizationJsonLd, placeJsonLd } from './place-and-organization.js';

export interface JsonLdOptions {
  readonly pageUrl: PageUrl;
  /** Parents of the events, by id. A parent that is missing here appears with its address only. */
  readonly parents?: ReadonlyMap<number, ParentEvent>;
}

type ParentEvent = Pick<EventView, 'id' | 'slug' | 'title' | 'rest_url' | 'ml_language'>;

const EVENT_STATUS = {
  scheduled: 'https://schema.org/EventScheduled',
  cancelled: 'https://schema.org/EventCancelled',
  postponed: 'https://schema.org/EventPostponed',
  rescheduled: 'https://schema.org/EventRescheduled',
} as const;

const ATTENDANCE_MODE = {
  offline: 'https://schema.org/OfflineEventAttendanceMode',
  online: 'https://schema.org/OnlineEventAttendanceMode',
  mixed: 'https://schema.org/MixedEventAttendanceMode',
} as const;

/** A page of events as a JSON-LD document. */
export const jsonLdList = (events: readonly EventView[], options: JsonLdOptions): string =>
  jsonLdDocument({ '@graph': events.map((event) => eventJsonLd(event, options)) });

/**
 * An event in the vocabulary of schema.org. Empty values are `undefined`.
 * @see https://schema.org/Event
 */
export function eventJsonLd(event: EventView, options: JsonLdOptions): Event {
  const { title, description, attendance_mode, image, organizer, categories, tags } = event;
  const url = addressOf(event, options);
  return {
    '@type': 'Event',
    '@id': url,
    url,
    name: title || undefined,
    description: htmlToPlainText(description) || undefined,
    inLanguage: event.ml_language,
    ...eventDates(event),
    eventStatus: EVENT_STATUS[event.event_status],
    eventAttendanceMode: attendance_mode === null ? undefined : ATTENDANCE_MODE[attendance_mode],
    location: oneOrMany(locations(event)),
    image: image?.url,
    organizer: oneOrMany(organizer.map(organizationJsonLd)),
    keywords: oneOrMany([...categories, ...tags].map(({ name }) => name)),
    isAccessibleForFree: isFree(event) || undefined,
    offers: offers(event),
    superEvent: superEvent(event, options),
    subjectOf: isReduced(event) ? undefined : pageWithTranslations(event, options),
  };
}

/** The public page, else the address of the record. */
const addressOf = ({ id, slug, ml_language, rest_url }: ParentEvent, { pageUrl }: JsonLdOptions): string =>
  pageUrl({ id, slug, language: ml_language }) ?? rest_url;

/**
 * Venues of an offline event, `online_url` of an online one, both of a mixed one. An offline event without a venue has its `online_url`, an
 * online one without `online_url` its venues.
 */
function locations({ attendance_mode, venue, online_url }: EventView): (Place | VirtualLocation)[] {
  const places = venue.map(placeJsonLd);
  const virtual: VirtualLocation[] = online_url ? [{ '@type': 'VirtualLocation', url: online_url }] : [];
  if (attendance_mode === 'mixed') return [...places, ...virtual];
  const [expected, fallback] = attendance_mode === 'online' ? [virtual, places] : [places, virtual];
  return expected.length > 0 ? expected : fallback;
}

function superEvent(event: EventView, options: JsonLdOptions): Event | undefined {
  if (event.post_parent === null) return undefined;
  const parent = options.parents?.get(event.post_parent);
  if (!parent) return { '@type': 'Event', '@id': event.rest_url.replace(/\d+$/, String(event.post_parent)) };
  const url = addressOf(parent, options);
  return { '@type': 'Event', '@id': url, url, name: parent.title || undefined };
}

/** The page of an event and its translations. schema.org has translations of pages, but not of events. */
function pageWithTranslations(event: EventView, options: JsonLdOptions): WebPage {
  const { id, ml_translations: translations } = event;
  const languages = Object.keys(translations) as Language[];
  return {
    '@type': 'WebPage',
    url: addressOf(event, options),
    inLanguage: event.ml_language,
    workTranslation: languages.map((language) => {
      const { slug = '', rest_url = '' } = translations[language] ?? {};
      return { '@type': 'WebPage', url: options.pageUrl({ id, slug, language }) ?? rest_url, inLanguage: language };
    }),
  };
}

/** The value of a property: omitted if there are no values, a list if there are several. */
function oneOrMany<Value>(values: readonly Value[]): Value | readonly Value[] | undefined {
  return values.length > 1 ? values : values[0];
}
