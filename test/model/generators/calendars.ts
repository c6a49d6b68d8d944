import fc, { type Arbitrary } from 'fast-check';
import { LANGUAGES } from '../../support/languages/languages.js';
import { dayOf, endOfDay, startOfDay, type ReferenceTime } from '../dates.js';
import { newEvent } from '../publishing.js';
import type { AnyRecord, EventRecord, Term, User, VenueOrOrganizer } from '../records.js';
import { DAY_SECONDS, HOUR_SECONDS, instants, ZONES } from './dates.js';
import {
  arrayOfLength,
  oneIn,
  publications,
  terms,
  texts,
  venuesOrOrganizers,
  withSlugs,
  WORDS,
} from './linked-records.js';

const DURATIONS_SECONDS = [0, 0, 1, 59, 3600, 7200, 32_400, 86_399, 86_400, 172_800, 2_592_000, 31_622_400];

/** Times and zones of events. Some end within a second of the present. */
function schedules(referenceTimes: readonly ReferenceTime[]) {
  const parts = fc.record({
    start: fc.oneof(...referenceTimes.map(instants)),
    duration: fc.oneof(
      fc.constantFrom(...DURATIONS_SECONDS),
      fc.integer({ min: 0, max: 48 }).map((halfHours) => halfHours * 1800),
    ),
    endsNow: fc.oneof(
      { weight: 11, arbitrary: fc.constant(null) },
      fc
        .tuple(fc.constantFrom(...referenceTimes), fc.integer({ min: -1, max: 1 }))
        .map(([{ now }, shift]) => now + shift),
    ),
    zone: fc.oneof(fc.constantFrom(...referenceTimes.map(({ zone }) => zone)), fc.constantFrom(...ZONES)),
    allDay: oneIn(4),
  });
  return parts.map(({ start, duration, endsNow, zone, allDay }) => {
    if (endsNow !== null) return { startsAt: endsNow - duration, endsAt: endsNow, zone, allDay: false };
    if (!allDay) return { startsAt: start, endsAt: start + duration, zone, allDay };
    return {
      startsAt: startOfDay(dayOf(start, zone), zone),
      endsAt: endOfDay(dayOf(start + duration, zone), zone),
      zone,
      allDay,
    };
  });
}

type Linkable = Readonly<{
  venue: VenueOrOrganizer[];
  organizer: VenueOrOrganizer[];
  categories: Term[];
  tags: Term[];
}>;
const LINK_NAMES = ['venue', 'organizer', 'categories', 'tags'] as const;

/** Number of records of each kind that any event may link. Each of the others is linked by one event. */
const SHARED_RECORDS = 14;

/** Links of an event to up to three of the shared records of each kind, often to none. */
function links(linkable: Linkable) {
  const someOf = <Item>(records: readonly Item[]) =>
    fc.oneof(
      { weight: 2, arbitrary: fc.constant<Item[]>([]) },
      {
        weight: 3,
        arbitrary: fc.uniqueArray(fc.constantFrom(...records.slice(0, SHARED_RECORDS)), { minLength: 1, maxLength: 3 }),
      },
    );
  const { venue, organizer, categories, tags } = linkable;
  return fc.record({
    venue: someOf(venue),
    organizer: someOf(organizer),
    categories: someOf(categories),
    tags: someOf(tags),
  });
}

/** Users of a calendar, the times at which it is read, and its number of events. */
interface CalendarPlan {
  readonly users: readonly User[];
  readonly referenceTimes: readonly [ReferenceTime, ...ReferenceTime[]];
  readonly events: number;
}

/** The records of a calendar. Some of the first events are parents of others. */
export function calendars({ users, referenceTimes, events: count }: CalendarPlan): Arbitrary<AnyRecord[]> {
  const linkedPublications = publications(users, referenceTimes[0], 1);
  const linkable = fc.record({
    venue: venuesOrOrganizers('venue', 1, 30, linkedPublications),
    organizer: venuesOrOrganizers('organizer', 41, 30, linkedPublications),
    categories: terms('category', 81, 22),
    tags: terms('tag', 111, 20),
  });
  return linkable.chain((linkedRecords) => {
    const eventDraft = fc.record({
      publication: fc.oneof(...referenceTimes.map((present) => publications(users, present, 5))),
      texts,
      schedule: schedules(referenceTimes),
      links: links(linkedRecords),
      cost: fc.constantFrom('' as const, '0' as const, '12 €' as const),
      flags: fc.record({ featured: oneIn(2), ticketed: oneIn(2), hidden: oneIn(4) }),
      status: fc.record({
        eventStatus: fc.constantFrom('scheduled' as const, 'cancelled' as const, 'postponed' as const),
        attendance: fc.constantFrom('offline' as const, 'online' as const, 'mixed' as const),
      }),
      isProtected: oneIn(4),
      parentIndex: fc.option(fc.nat({ max: 11 }), { freq: 2 }),
    });
    return arrayOfLength(count, eventDraft).map((drafts) => {
      const events: EventRecord[] = [];
      for (const [index, draft] of drafts.entries()) {
        const id = 1001 + index;
        const parent = draft.parentIndex !== null && draft.parentIndex < index ? events[draft.parentIndex] : undefined;
        const allLinks = LINK_NAMES.map((name) => [
          name,
          [...draft.links[name], ...linkedRecords[name].slice(SHARED_RECORDS).slice(index, index + 1)],
        ]);
        events.push({
          ...newEvent({ ...draft.publication, id }),
          ...draft.schedule,
          ...draft.flags,
          ...draft.status,
          cost: draft.cost,
          ...(Object.fromEntries(allLinks) as typeof draft.links),
          texts: withSlugs(draft.texts, (text, language) => ({ ...text, slug: `event-${id}-${language}` })),
          former: [`old-event-${id}`],
          parent: parent?.trashedAt === null ? parent : null,
          password: draft.isProtected ? 'obre' : null,
        });
      }
      return [...LINK_NAMES.flatMap((name): AnyRecord[] => linkedRecords[name]), ...events];
    });
  });
}

/** Number of events that meet all filters. They are at the end of the list, far from the first page. */
const COMMON_EVENTS = 1300;

/**
 * Further events over two years, most of them public. The last {@link COMMON_EVENTS} link {@link commonRecords}. The
 * others link nothing, so that the few events that a filter selects are far from each other.
 */
export function manyEvents(records: readonly AnyRecord[], users: readonly User[], now: number, count: number) {
  const step = Math.floor((700 * DAY_SECONDS) / Math.max(1, count));
  const [event, venue, organizer, category, tag] = commonRecords(records, now);
  const commonFields = {
    venue: [venue],
    organizer: [organizer],
    categories: [category],
    tags: [tag],
    parent: event,
    featured: true,
    ticketed: true,
  } as Partial<EventRecord>;
  return Array.from({ length: count }, (_event, index) => ({
    ...plainEvent(100_001 + index, index, now + index * step),
    author: users[index % users.length]?.id || null,
    ...(index >= count - COMMON_EVENTS ? commonFields : {}),
  }));
}

/** A public record of each kind, for queries that many events meet. */
export function commonRecords(records: readonly AnyRecord[], now: number): AnyRecord[] {
  const isPublic = (record: AnyRecord) =>
    !('status' in record) ||
    (record.status === 'publish' &&
      record.publishedAt !== null &&
      record.publishedAt <= now &&
      record.trashedAt === null);
  const conditions = {
    event: (record: AnyRecord) => record.kind === 'event' && record.parent === null && record.password === null,
    venue: (record: AnyRecord) => record.kind === 'venue' && record.fields['geo_lat'] !== undefined,
    organizer: () => true,
    category: (record: AnyRecord) => record.id > 90,
    tag: (record: AnyRecord) => record.id > 120,
  };
  return Object.entries(conditions).flatMap(
    ([kind, isSuitable]) =>
      records.find((record) => record.kind === kind && isPublic(record) && isSuitable(record)) ?? [],
  );
}

function plainEvent(id: number, index: number, startsAt: number): EventRecord {
  const word = (shift: number) => WORDS[(index + shift) % WORDS.length] ?? '';
  const language = LANGUAGES[index % LANGUAGES.length] ?? 'ca';
  const text = { title: `${word(0)} ${word(5)}`, excerpt: '', description: `<p>${word(9).replace('&', '&amp;')}</p>` };
  const publishedAt = startsAt - 900 * DAY_SECONDS;
  return {
    ...newEvent({
      id,
      texts: { [language]: { ...text, slug: `event-${id}-${language}` } },
      former: [],
      author: null,
      status: index % 17 === 5 ? 'draft' : 'publish',
      publishedAt,
      trashedAt: null,
      modifiedAt: publishedAt,
      website: null,
      customFields: {},
    }),
    startsAt,
    endsAt: startsAt + (index % 5) * HOUR_SECONDS,
    password: index % 11 === 3 ? 'obre' : null,
  };
}
