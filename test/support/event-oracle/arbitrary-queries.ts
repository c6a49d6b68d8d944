import fc from 'fast-check';
import { LANGUAGES } from '../languages.js';
import { READERS, type ReaderRole } from '../readers.js';
import type { ReferenceTime } from './dates.js';
import { dates } from './arbitrary-dates.js';
import {
  booleans,
  circles,
  directions,
  idsOf,
  languages,
  listsOf,
  searches,
  termReferences,
} from './arbitrary-filters.js';
import { withoutTrashed, permittedQuery } from './permitted-query.js';
import { DATE_FILTERS, EVENT_ORDERS, LIST_STYLES, type EventQuery } from './queries.js';
import type { Dataset } from './dataset.js';

/** How often queries lack each date, and each of the other filters, to once that they have it. */
export interface QueryMix {
  readonly withoutDate: number;
  readonly withoutFilter: number;
  /** Who asks; everybody where nothing is said. */
  readonly readers?: readonly ReaderRole[];
}

/** Mostly dates, mostly other filters, and some of all. */
export const DATE_MIX: QueryMix = { withoutDate: 2, withoutFilter: 40 };
export const FILTER_MIX: QueryMix = { withoutDate: 10, withoutFilter: 7 };
export const FULL_MIX: QueryMix = { withoutDate: 4, withoutFilter: 9 };
/** Mostly other filters, by those who have events of their own. */
export const OWNER_MIX: QueryMix = { withoutDate: 40, withoutFilter: 6, readers: ['contributor', 'author'] };
/** A few filters of few, so that many events fit. */
export const CROWD_MIX: QueryMix = { withoutDate: 20, withoutFilter: 9 };
/** For walks: dates, and lists that are long enough. */
export const LONG_LIST_MIX: QueryMix = { withoutDate: 3, withoutFilter: 20 };

const optional = <Value>(value: fc.Arbitrary<Value>, without: number): fc.Arbitrary<Value | undefined> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: without, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: value },
  );

/** Reads of the list of events of a world. */
export function queries(present: ReferenceTime, world: Dataset, mixture: QueryMix): fc.Arbitrary<EventQuery> {
  const shape = fc.record({
    query: anyQuery(present, world, mixture),
    dares: fc.integer({ min: 1, max: 8 }).map((drawn) => drawn === 8),
    isWide: fc.boolean(),
  });
  return shape.map(({ query, dares, isWide }) => {
    const candidate = withoutTrashed(isWide ? withoutDefaultWindow(query) : query, world, present.now);
    return dares ? candidate : permittedQuery(candidate, world, present.now);
  });
}

/** A query without dates, at all times instead of within the default window. */
function withoutDefaultWindow(query: EventQuery): EventQuery {
  if (DATE_FILTERS.some((name) => query.dates[name])) return query;
  const text = '1900-01-01';
  return { ...query, dates: { starts_after: { means: { kind: 'wall', local: `${text} 00:00:00` }, text } } };
}

function anyQuery(present: ReferenceTime, world: Dataset, mixture: QueryMix): fc.Arbitrary<EventQuery> {
  const date = optional(dates(present, world), mixture.withoutDate);
  const filter = <Value>(value: fc.Arbitrary<Value>) => optional(value, mixture.withoutFilter);
  const by = fc.constantFrom('parameter' as const, 'segment' as const, 'header' as const);
  return fc.record({
    reader: fc.constantFrom(...(mixture.readers ?? [...READERS, 'anonymous' as const, 'editor' as const])),
    language: optional(fc.record({ asked: fc.constantFrom(...LANGUAGES), by }), 1),
    dates: fc.record(Object.fromEntries(DATE_FILTERS.map((name) => [name, date]))),
    strict_dates: optional(booleans, 1),
    search: filter(searches),
    categories: filter(listsOf(termReferences(world.categories))),
    tags: filter(listsOf(termReferences(world.tags))),
    venue: filter(listsOf(idsOf(world.venue))),
    organizer: filter(listsOf(idsOf(world.organizer))),
    include: filter(listsOf(idsOf(world.events), 30)),
    featured: filter(booleans),
    ticketed: filter(booleans),
    geoloc: filter(booleans),
    near: filter(circles(world.venue)),
    post_parent: filter(idsOf(world.events.slice(0, 12))),
    status: filter(listsOf(fc.constantFrom('publish', 'future', 'draft', 'pending', 'private', 'trash'), 3)),
    hide_from_listings: filter(fc.constantFrom('true' as const, 'false' as const, 'any' as const)),
    ml_fallback: filter(fc.constantFrom('record' as const, 'none' as const)),
    ml_has_translation: filter(languages),
    ml_missing_translation: filter(languages),
    orderby: optional(fc.constantFrom(...EVENT_ORDERS), 1),
    order: optional(directions, 1),
    page: optional(fc.integer({ min: 1, max: 6 }), 4),
    per_page: optional(
      fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 25 }) }, fc.constantFrom(50, 51, 1000)),
      1,
    ),
    listStyle: fc.constantFrom(...LIST_STYLES),
    ignoredParameters: fc.subarray(
      ['venue=', 'tags=', 'start_date=', 'search=', 'featured=', 'password=open', 'unknown=1'],
      {
        maxLength: 2,
      },
    ),
  });
}
