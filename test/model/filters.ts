import { dateCondition } from './dates.js';
import { distance, findTerms, type Point, type TermInput } from './names.js';
import {
  folded,
  isTerm,
  isWithin,
  leavesOf,
  plainText,
  recordsOf,
  servedLanguageOf,
  servedTextsOf,
  termsOf,
} from './records.js';
import type { AnyRecord, EventRecord, PublishedRecord, Term, TermKind, VenueOrOrganizer } from './records.js';
import type { Circle, ModelRequest } from './requests.js';
import { canRead, isProtected, isVisible, statusOf } from './rights.js';
import { slugIn, slugsOf } from './translations.js';
import { countOf } from './views.js';

type Condition<RecordType extends AnyRecord = AnyRecord> = (record: RecordType) => boolean;

/** The condition under which a list contains a record. */
export function listCondition(request: ModelRequest): Condition {
  const isEventListed = eventCondition(request);
  const isLinkedListed = venueOrOrganizerCondition(request);
  return (record) => {
    if (!hasLanguages(request, record)) return false;
    if (isTerm(record)) return isTermListed(request, record);
    if (!hasStatus(request, record) || !hasAuthor(request, record)) return false;
    return record.kind === 'event' ? isEventListed(record) : isLinkedListed(record);
  };
}

/** 3.3, 3.11 */
function hasLanguages({ query, language }: ModelRequest, { texts }: AnyRecord): boolean {
  const { ml_fallback: fallback, ml_has_translation: present = [], ml_missing_translation: missing = [] } = query;
  const required = [...present, ...(fallback === 'none' ? [language] : [])];
  return required.every((code) => code in texts) && !missing.some((code) => code in texts);
}

/** 8.11 */
function hasStatus(request: ModelRequest, record: PublishedRecord): boolean {
  const { status } = request.query;
  if (!status) return isVisible(request, record);
  return status.includes(statusOf(request, record)) && canRead(request, record);
}

/** 7.7 */
const hasAuthor = ({ query: { author } }: ModelRequest, record: PublishedRecord): boolean =>
  !author || (record.author !== null && author.includes(record.author));

/** The reduced form of an event, as filters and search see it: 8.14. */
export function reducedEvent(event: EventRecord): EventRecord {
  const texts = Object.entries(event.texts).map(([language, languageTexts]) => [
    language,
    { ...languageTexts, description: '', excerpt: '' },
  ]);
  const links = { venue: [], organizer: [], categories: [], tags: [], parent: null, cost: '' as const };
  return { ...event, ...links, featured: false, ticketed: false, attendance: null, texts: Object.fromEntries(texts) };
}

/** 6.14, 7.3 to 7.9, 8.14, 13.2 */
function eventCondition(request: ModelRequest): Condition<EventRecord> {
  const { query, state } = request;
  const { hide_from_listings: hidden = 'false', include, free, featured, ticketed, post_parent: parent } = query;
  const hasLinks = linkCondition(request);
  const isWithinDates = dateCondition(query, { now: request.datesAt ?? state.now, zone: state.zone });
  return (event) => {
    if (hidden !== 'any' && event.hidden !== (hidden === 'true')) return false;
    if (!isWithinDates(event) || (include && !include.includes(event.id))) return false;
    const visibleEvent = isProtected(request, event) ? reducedEvent(event) : event;
    return (
      (free === undefined || (visibleEvent.cost !== '' && free === (visibleEvent.cost === '0'))) &&
      (featured === undefined || visibleEvent.featured === featured) &&
      (ticketed === undefined || visibleEvent.ticketed === ticketed) &&
      (!query.event_status || query.event_status.includes(visibleEvent.eventStatus)) &&
      (!query.attendance_mode || query.attendance_mode.includes(visibleEvent.attendance ?? '')) &&
      (parent === undefined || visibleEvent.parent?.id === parent) &&
      hasLinks(visibleEvent) &&
      isAtLocation(request, visibleEvent) &&
      hasWords(request, [
        servedTextsOf(request, visibleEvent).title,
        plainText(servedTextsOf(request, visibleEvent).excerpt),
        plainText(servedTextsOf(request, visibleEvent).description),
      ])
    );
  };
}

/** 7.6: every word occurs in one of the texts. */
const hasWords = ({ query }: ModelRequest, texts: readonly string[]): boolean =>
  query.search === undefined ||
  folded(query.search)
    .split(' ')
    .every((word) => texts.some((text) => folded(text).includes(word)));

/** 7.7: one of the values of each filter. A category includes its descendants. */
function linkCondition(request: ModelRequest): Condition<EventRecord> {
  const { venue, organizer, categories, tags } = request.query;
  const hasRecord = (linked: readonly VenueOrOrganizer[], ids?: readonly number[]) =>
    !ids || linked.some((record) => ids.includes(record.id) && isVisible(request, record));
  const found = (kind: TermKind, items?: readonly TermInput[]) =>
    items?.flatMap((item) => findTerms(request, kind, item));
  const [requestedCategories, requestedTags] = [found('category', categories), found('tag', tags)];
  const hasTerm = (event: EventRecord, requested?: readonly Term[]) =>
    !requested || requested.some((term) => termsOf(event).some((eventTerm) => isWithin(eventTerm, term)));
  return (event) =>
    hasRecord(event.venue, venue) &&
    hasRecord(event.organizer, organizer) &&
    hasTerm(event, requestedCategories) &&
    hasTerm(event, requestedTags);
}

/** 7.9: with or without coordinates, or within a circle. */
function isAtLocation(request: ModelRequest, event: EventRecord): boolean {
  const { geoloc, near } = request.query;
  if (geoloc === undefined && !near) return true;
  const points = event.venue
    .filter((venue) => isVisible(request, venue) && venue.fields['geo_lat'] !== undefined)
    .map(({ fields }): Point => [Number(fields['geo_lat']), Number(fields['geo_lng'])]);
  if (geoloc !== undefined && geoloc !== points.length > 0) return false;
  return !near || points.some((point) => isInCircle(point, near));
}

const isInCircle = (point: Point, { latitude, longitude, radius }: Circle): boolean =>
  distance(point, [latitude, longitude]) <= radius;

/** 7.10, 8.14: `has_events` and `only_with_upcoming` count events that the caller can list, if the caller can also see their links. */
function venueOrOrganizerCondition(request: ModelRequest): Condition<VenueOrOrganizer> {
  const { query, state } = request;
  const { event: id, has_events: hasEvents, only_with_upcoming: onlyUpcoming, include } = query;
  const events = recordsOf(state, 'event').filter((event) => !isProtected(request, event));
  const listed = events.filter((event) => !event.hidden && isVisible(request, event));
  const links = (event: EventRecord, record: VenueOrOrganizer) =>
    event.venue.includes(record) || event.organizer.includes(record);
  return (record) =>
    (!include || include.includes(record.id)) &&
    (id === undefined || events.some((event) => event.id === id && links(event, record))) &&
    (hasEvents === undefined || listed.some((event) => links(event, record)) === hasEvents) &&
    (!onlyUpcoming || listed.some((event) => event.endsAt >= state.now && links(event, record))) &&
    hasWords(request, searchedTexts(request, record));
}

function searchedTexts(request: ModelRequest, record: VenueOrOrganizer): string[] {
  const { title, description } = servedTextsOf(request, record);
  const { geo_lat: _lat, geo_lng: _lng, ...fields } = record.fields;
  return [title, plainText(description), ...leavesOf([fields, record.website, record.customFields]).map(String)];
}

/** 7.11, 8.14 */
function isTermListed(request: ModelRequest, term: Term): boolean {
  const { hide_empty: hidesEmpty = true, include, exclude, parent, slug, search, event: id, post } = request.query;
  const event = recordsOf(request.state, 'event').find((candidate) => candidate.id === (id ?? post));
  const searchedTexts = [servedTextsOf(request, term).title, slugIn(term, servedLanguageOf(request, term))];
  return [
    !include || include.includes(term.id),
    !exclude || !exclude.includes(term.id),
    term.kind === 'tag' || parent === undefined || (term.parent?.id ?? 0) === parent,
    slug === undefined || [...slugsOf(term), ...term.former].includes(slug.toLowerCase()),
    !event || (!isProtected(request, event) && termsOf(event).includes(term)),
    search === undefined || searchedTexts.some((text) => folded(text).includes(folded(search))),
    !hidesEmpty || countOf(request, term) > 0,
  ].every(Boolean);
}
