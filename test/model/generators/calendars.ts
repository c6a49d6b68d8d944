import fc, { type Arbitrary } from 'fast-check';
import { LANGUAGES } from '../../support/languages/languages.js';
import { dayOf, endOfDay, startOfDay, type ReferenceTime } from '../dates.js';
import { newEvent } from '../publishing.js';
import type { AnyRecord, EventRecord, Term, User, VenueOrOrganizer } from '../records.js';
import { DAY, HOUR, instants, ZONES } from './instants.js';
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

const LENGTHS = [0, 0, 1, 59, HOUR, 2 * HOUR, 9 * HOUR, DAY - 1, DAY, 2 * DAY, 30 * DAY, 366 * DAY];

/** When and where an event takes place. Some end within a second of the present. */
function schedules(presents: readonly ReferenceTime[]) {
  const drawn = fc.record({
    start: fc.oneof(...presents.map(instants)),
    length: fc.oneof(
      fc.constantFrom(...LENGTHS),
      fc.integer({ min: 0, max: 48 }).map((halves) => halves * 1800),
    ),
    endsNow: fc.option(
      fc.tuple(fc.constantFrom(...presents), fc.integer({ min: -1, max: 1 })).map(([{ now }, shift]) => now + shift),
      { freq: 12 },
    ),
    zone: fc.oneof(fc.constantFrom(...presents.map(({ zone }) => zone)), fc.constantFrom(...ZONES)),
    allDay: oneIn(4),
  });
  return drawn.map(({ start, length, endsNow, zone, allDay }) => {
    if (endsNow !== null) return { startsAt: endsNow - length, endsAt: endsNow, zone, allDay: false };
    if (!allDay) return { startsAt: start, endsAt: start + length, zone, allDay };
    return {
      startsAt: startOfDay(dayOf(start, zone), zone),
      endsAt: endOfDay(dayOf(start + length, zone), zone),
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

/** Links of an event: often none, mostly to some of the first records. The others are linked to one event each. */
function links(linkable: Linkable) {
  const few = <Each>(records: readonly Each[]) =>
    fc.oneof(
      { weight: 2, arbitrary: fc.constant<Each[]>([]) },
      {
        weight: 3,
        arbitrary: fc.uniqueArray(fc.constantFrom(...records.slice(0, 14)), { minLength: 1, maxLength: 3 }),
      },
    );
  const { venue, organizer, categories, tags } = linkable;
  return fc.record({ venue: few(venue), organizer: few(organizer), categories: few(categories), tags: few(tags) });
}

/** Sizes and readers of a calendar, and the moments at which it is read. */
interface CalendarPlan {
  readonly users: readonly User[];
  readonly presents: readonly [ReferenceTime, ...ReferenceTime[]];
  readonly events: number;
}

/** The records of a calendar. Some of the first events are parents of others. */
export function calendars({ users, presents, events: count }: CalendarPlan): Arbitrary<AnyRecord[]> {
  const some = publications(users, presents[0], 1);
  const linkable = fc.record({
    venue: venuesOrOrganizers('venue', 1, 30, some),
    organizer: venuesOrOrganizers('organizer', 41, 30, some),
    categories: terms('category', 81, 22),
    tags: terms('tag', 111, 20),
  });
  return linkable.chain((linked) => {
    const drawn = fc.record({
      publication: fc.oneof(...presents.map((present) => publications(users, present, 5))),
      texts,
      schedule: schedules(presents),
      links: links(linked),
      flags: fc.record({ featured: oneIn(2), ticketed: oneIn(2), hidden: oneIn(4) }),
      isProtected: oneIn(4),
      above: fc.option(fc.nat({ max: 11 }), { freq: 2 }),
    });
    return arrayOfLength(count, drawn).map((all) => {
      const events: EventRecord[] = [];
      for (const [index, each] of all.entries()) {
        const id = 1001 + index;
        const above = each.above !== null && each.above < index ? events[each.above] : undefined;
        const rare = LINK_NAMES.map((name) => [
          name,
          [...each.links[name], ...linked[name].slice(14).slice(index, index + 1)],
        ]);
        events.push({
          ...newEvent({ ...each.publication, id }),
          ...each.schedule,
          ...each.flags,
          ...(Object.fromEntries(rare) as typeof each.links),
          texts: withSlugs(each.texts, (draft, language) => ({ ...draft, slug: `event-${id}-${language}` })),
          former: [`old-event-${id}`],
          parent: above?.trashedAt === null ? above : null,
          password: each.isProtected ? 'obre' : null,
        });
      }
      return [...linked.venue, ...linked.organizer, ...linked.categories, ...linked.tags, ...events];
    });
  });
}

/** Number of events that meet all filters. They are at the end of the list, far from the first page. */
const COMMON_EVENTS = 1300;

/**
 * Further events over two years, nearly all public. Most are plain and linked to nothing, so that the few events that a filter selects are
 * far from each other. The last ones are linked to the records of {@link commonRecords}.
 */
export function manyEvents(records: readonly AnyRecord[], users: readonly User[], now: number, count: number) {
  const step = Math.floor((700 * DAY) / Math.max(1, count));
  const [event, venue, organizer, category, tag] = commonRecords(records, now);
  const common = {
    venue: [venue],
    organizer: [organizer],
    categories: [category],
    tags: [tag],
    parent: event,
    featured: true,
    ticketed: true,
  } as Partial<EventRecord>;
  return Array.from({ length: count }, (_each, index) => ({
    ...plainEvent(100_001 + index, index, now + index * step),
    author: users[index % users.length]?.id || null,
    ...(index >= count - COMMON_EVENTS ? common : {}),
  }));
}

/** A public record of each kind, for queries that many events meet. */
export function commonRecords(records: readonly AnyRecord[], now: number): AnyRecord[] {
  const isPublic = (each: AnyRecord) =>
    !('status' in each) ||
    (each.status === 'publish' && each.publishedAt !== null && each.publishedAt <= now && each.trashedAt === null);
  const fits = {
    event: (each: AnyRecord) => each.kind === 'event' && each.parent === null && each.password === null,
    venue: (each: AnyRecord) => each.kind === 'venue' && each.fields['geo_lat'] !== undefined,
    organizer: () => true,
    category: (each: AnyRecord) => each.id > 90,
    tag: (each: AnyRecord) => each.id > 120,
  };
  return Object.entries(fits).flatMap(
    ([kind, isFit]) => records.find((each) => each.kind === kind && isPublic(each) && isFit(each)) ?? [],
  );
}

function plainEvent(id: number, index: number, startsAt: number): EventRecord {
  const word = (shift: number) => WORDS[(index + shift) % WORDS.length] ?? '';
  const language = LANGUAGES[index % LANGUAGES.length] ?? 'ca';
  const text = { title: `${word(0)} ${word(5)}`, excerpt: '', description: `<p>${word(9).replace('&', '&amp;')}</p>` };
  const written = startsAt - 900 * DAY;
  return {
    ...newEvent({
      id,
      texts: { [language]: { ...text, slug: `event-${id}-${language}` } },
      former: [],
      author: null,
      status: index % 17 === 5 ? 'draft' : 'publish',
      publishedAt: written,
      trashedAt: null,
      modifiedAt: written,
      website: null,
      customFields: {},
    }),
    startsAt,
    endsAt: startsAt + (index % 5) * HOUR,
    password: index % 11 === 3 ? 'obre' : null,
  };
}
