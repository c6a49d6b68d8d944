import type { ModelRequest } from './requests.js';
import { isProtected, isVisible, canRead, statusOf } from './rights.js';
import { countOf, isWithin, termsOf } from './record-views.js';
import { findBySlug } from './slugs.js';
import {
  recordsOf,
  isTerm,
  type AnyRecord,
  type EventRecord,
  type KindName,
  type PublishedRecord,
} from './model-state.js';

const DAY = 86_400_000;

/** A record by its id, a term by its slug too. */
export function findReferenced({ state }: ModelRequest, kind: KindName, sent: string): AnyRecord | undefined {
  return /^\d+$/.test(sent)
    ? recordsOf(state, kind).find(({ id }) => id === Number(sent))
    : findBySlug(state, kind, sent);
}

/** 3.3, 3.11, 7.1, 7.8 */
export function isListed(request: ModelRequest, record: AnyRecord): boolean {
  const { ml_fallback: fallback, ml_has_translation: has, ml_missing_translation: lacks, include } = request.query;
  const languages = record.texts as Record<string, unknown>;
  return [
    fallback !== 'none' || request.language in languages,
    !has || has in languages,
    !lacks || !(lacks in languages),
    !include || include.split(',').includes(String(record.id)),
    isTerm(record) || hasStatus(request, record),
    isTerm(record) ? isTermListed(request, record) : record.kind === 'event' ? isEventListed(request, record) : true,
    record.kind !== 'venue' && record.kind !== 'organizer' ? true : isVenueOrOrganizerListed(request, record),
  ].every(Boolean);
}

/** 8.11 */
function hasStatus(request: ModelRequest, record: PublishedRecord): boolean {
  const { status } = request.query;
  const own = statusOf(request, record);
  return status ? status.split(',').includes(own) && canRead(request, record) : isVisible(request, record);
}

/** 7.2, 7.7, 7.8, 6.14, 8.14 */
function isEventListed(request: ModelRequest, event: EventRecord): boolean {
  const { hide_from_listings: hidden = 'false', include, featured, ...named } = request.query;
  const shown = isProtected(request, event) ? { ...event, ...MASKED_FIELDS } : event;
  return [
    hidden === 'any' || event.hidden === (hidden === 'true'),
    include !== undefined || isWithinDates(request, event),
    featured === undefined || shown.featured === (featured === 'true'),
    isLinked(request, shown, named),
  ].every(Boolean);
}

/** 7.2, 7.4: whole days, by default those of two years from today. */
function isWithinDates({ state, query }: ModelRequest, { startsAt, endsAt }: EventRecord): boolean {
  const today = new Date(Math.floor(state.now / DAY) * DAY);
  const { start_date: start, end_date: end } = query;
  const last = end === undefined ? new Date(today).setUTCMonth(today.getUTCMonth() + 24) : Date.parse(end);
  return startsAt >= (start === undefined ? today.getTime() : Date.parse(start)) && endsAt < last + DAY;
}

const MASKED_FIELDS = { featured: false, venue: [], organizer: [], categories: [], tags: [], parent: null };

function isLinked(request: ModelRequest, event: EventRecord, query: Readonly<Record<string, string>>): boolean {
  const { venue, organizer, categories, tags, post_parent: parent } = query;
  const has = (places: readonly PublishedRecord[], id: string) =>
    places.some((each) => each.id === Number(id) && isVisible(request, each));
  const isUnder = (kind: KindName, sent: string) => {
    const term = findReferenced(request, kind, sent);
    return term !== undefined && isTerm(term) && termsOf(event).some((each) => isWithin(each, term));
  };
  return [
    !venue || has(event.venue, venue),
    !organizer || has(event.organizer, organizer),
    !categories || isUnder('category', categories),
    !tags || isUnder('tag', tags),
    !parent || event.parent?.id === Number(parent),
  ].every(Boolean);
}

/** 7.10, 8.14 */
function isVenueOrOrganizerListed(request: ModelRequest, place: AnyRecord): boolean {
  const { event: id, has_events: wanted } = request.query;
  const linked = recordsOf(request.state, 'event').filter(
    (event) => [...event.venue, ...event.organizer].some((each) => each === place) && !isProtected(request, event),
  );
  const isUsed = linked.some((event) => !event.hidden && isVisible(request, event));
  return (!id || linked.some((event) => event.id === Number(id))) && (!wanted || isUsed === (wanted === 'true'));
}

/** 7.11, 8.14 */
function isTermListed(request: ModelRequest, term: AnyRecord): boolean {
  if (!isTerm(term)) return false;
  const { hide_empty: hides = 'true', parent, event: id } = request.query;
  const event = recordsOf(request.state, 'event').find((each) => each.id === Number(id));
  return [
    hides === 'false' || countOf(request, term) > 0,
    parent === undefined || (term.parent?.id ?? 0) === Number(parent),
    !event || (!isProtected(request, event) && termsOf(event).includes(term)),
  ].every(Boolean);
}
