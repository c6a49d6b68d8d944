import type { Asked } from './requests.js';
import { isSealed, isSeen, mayRead, statusOf } from './rights.js';
import { countOf, isWithin, termsOf } from './shown-records.js';
import { bySlug } from './slugs.js';
import { allOf, isTerm, type AnyRecord, type EventRecord, type KindName, type PublishedRecord } from './world.js';

const DAY = 86_400_000;

/** A record by its id, a term by its slug too. */
export function named({ world }: Asked, kind: KindName, sent: string): AnyRecord | undefined {
  return /^\d+$/.test(sent) ? allOf(world, kind).find(({ id }) => id === Number(sent)) : bySlug(world, kind, sent);
}

/** 3.3, 3.11, 7.1, 7.8 */
export function isListed(asked: Asked, record: AnyRecord): boolean {
  const { ml_fallback: fallback, ml_has_translation: has, ml_missing_translation: lacks, include } = asked.query;
  const languages = record.texts as Record<string, unknown>;
  return [
    fallback !== 'none' || asked.language in languages,
    !has || has in languages,
    !lacks || !(lacks in languages),
    !include || include.split(',').includes(String(record.id)),
    isTerm(record) || hasStatus(asked, record),
    isTerm(record) ? isTermListed(asked, record) : record.kind === 'event' ? isEventListed(asked, record) : true,
    record.kind !== 'venue' && record.kind !== 'organizer' ? true : isPlaceListed(asked, record),
  ].every(Boolean);
}

/** 8.11 */
function hasStatus(asked: Asked, record: PublishedRecord): boolean {
  const { status } = asked.query;
  const own = statusOf(asked, record);
  return status ? status.split(',').includes(own) && mayRead(asked, record) : isSeen(asked, record);
}

/** 7.2, 7.7, 7.8, 6.14, 8.14 */
function isEventListed(asked: Asked, event: EventRecord): boolean {
  const { hide_from_listings: hidden = 'false', include, featured, ...named } = asked.query;
  const shown = isSealed(asked, event) ? { ...event, ...NOTHING } : event;
  return [
    hidden === 'any' || event.hidden === (hidden === 'true'),
    include !== undefined || isWithinDates(asked, event),
    featured === undefined || shown.featured === (featured === 'true'),
    isLinked(asked, shown, named),
  ].every(Boolean);
}

/** 7.2, 7.4: whole days, by default those of two years from today. */
function isWithinDates({ world, query }: Asked, { startsAt, endsAt }: EventRecord): boolean {
  const today = new Date(Math.floor(world.now / DAY) * DAY);
  const { start_date: start, end_date: end } = query;
  const last = end === undefined ? new Date(today).setUTCMonth(today.getUTCMonth() + 24) : Date.parse(end);
  return startsAt >= (start === undefined ? today.getTime() : Date.parse(start)) && endsAt < last + DAY;
}

const NOTHING = { featured: false, venue: [], organizer: [], categories: [], tags: [], parent: null };

function isLinked(asked: Asked, event: EventRecord, query: Readonly<Record<string, string>>): boolean {
  const { venue, organizer, categories, tags, post_parent: parent } = query;
  const has = (places: readonly PublishedRecord[], id: string) =>
    places.some((each) => each.id === Number(id) && isSeen(asked, each));
  const isUnder = (kind: KindName, sent: string) => {
    const term = named(asked, kind, sent);
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
function isPlaceListed(asked: Asked, place: AnyRecord): boolean {
  const { event: id, has_events: wanted } = asked.query;
  const linked = allOf(asked.world, 'event').filter(
    (event) => [...event.venue, ...event.organizer].some((each) => each === place) && !isSealed(asked, event),
  );
  const isUsed = linked.some((event) => !event.hidden && isSeen(asked, event));
  return (!id || linked.some((event) => event.id === Number(id))) && (!wanted || isUsed === (wanted === 'true'));
}

/** 7.11, 8.14 */
function isTermListed(asked: Asked, term: AnyRecord): boolean {
  if (!isTerm(term)) return false;
  const { hide_empty: hides = 'true', parent, event: id } = asked.query;
  const event = allOf(asked.world, 'event').find((each) => each.id === Number(id));
  return [
    hides === 'false' || countOf(asked, term) > 0,
    parent === undefined || (term.parent?.id ?? 0) === Number(parent),
    !event || (!isSealed(asked, event) && termsOf(event).includes(term)),
  ].every(Boolean);
}
