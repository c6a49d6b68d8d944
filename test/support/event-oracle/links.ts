import type { EventQuery, TermName } from './queries.js';
import { isReadable, type OracleContext } from './rights.js';
import type { Point, DatasetEvent, DatasetVenueOrOrganizer, DatasetRecord, DatasetTerm } from './dataset.js';

/** The great-circle radius of the earth, in kilometres. */
const EARTH_RADIUS_KM = 6371;
const LINKED = ['venue', 'organizer', 'categories', 'tags'] as const;

/** 7.1, 7.9: the parameters that name what is not there, or contradict each other. */
export function invalidParameters(context: OracleContext): string[] {
  const { query, dataset } = context;
  const isOpen = (kind: 'venue' | 'organizer' | 'events', id: number) =>
    isReadable(recordOf<DatasetRecord>(dataset[kind], id), context);
  const isWrong = {
    venue: query.venue?.some((id) => !isOpen('venue', id)),
    organizer: query.organizer?.some((id) => !isOpen('organizer', id)),
    categories: query.categories?.some((name) => !termOf(dataset.categories, name)),
    tags: query.tags?.some((name) => !termOf(dataset.tags, name)),
    post_parent: query.post_parent !== undefined && !isOpen('events', query.post_parent),
    geoloc: query.near !== undefined && query.geoloc?.means === false,
  };
  return Object.entries(isWrong).flatMap(([name, wrong]) => (wrong ? [name] : []));
}

const recordOf = <Each extends { readonly id: number }>(records: readonly Each[], id: number): Each | undefined =>
  records.find((record) => record.id === id);

/** 1.3, 4.5, 7.7: digits are an id; a slug of any language, in any case, also a former one. */
const termOf = (terms: readonly DatasetTerm[], name: TermName): DatasetTerm | undefined =>
  typeof name === 'number'
    ? recordOf(terms, name)
    : terms.find(({ slugs, former }) => [...Object.values(slugs), ...former].includes(name.toLowerCase()));

/** 7.7: one of the values of each filter; of a category also those below it. */
export function hasLinks(event: DatasetEvent, context: OracleContext): boolean {
  const { query, dataset } = context;
  const named = {
    venue: query.venue,
    organizer: query.organizer,
    categories: query.categories?.flatMap((name) =>
      withDescendants(dataset.categories, termOf(dataset.categories, name)),
    ),
    tags: query.tags?.map((name) => termOf(dataset.tags, name)?.id),
  };
  const served = {
    ...event,
    venue: visibleIds(dataset.venue, event.venue, context),
    organizer: visibleIds(dataset.organizer, event.organizer, context),
  };
  return LINKED.every((name) => named[name] === undefined || served[name].some((id) => named[name]?.includes(id)));
}

/** 7.7: that state, that parent. */
export const hasFields = (event: DatasetEvent, { featured, ticketed, post_parent: parent }: EventQuery): boolean =>
  (featured === undefined || event.featured === featured.means) &&
  (ticketed === undefined || event.ticketed === ticketed.means) &&
  (parent === undefined || event.parent === parent);

function withDescendants(terms: readonly DatasetTerm[], term: DatasetTerm | undefined): number[] {
  if (!term) return [];
  return [term.id, ...terms.filter(({ parent }) => parent === term.id).flatMap((each) => withDescendants(terms, each))];
}

/** 8.8, 8.9: the ids of those that an event shows to who asks. */
export const visibleIds = (
  places: readonly DatasetVenueOrOrganizer[],
  ids: readonly number[],
  context: OracleContext,
): number[] =>
  ids.filter((id) => {
    const place = recordOf(places, id);
    return isReadable(place, context) && place?.trashed === false;
  });

/** 7.9: with or without coordinates, or within a circle. */
export function matchesLocation(event: DatasetEvent, context: OracleContext): boolean {
  const { geoloc, near } = context.query;
  const points = visibleIds(context.dataset.venue, event.venue, context).flatMap((id) => {
    const at = recordOf(context.dataset.venue, id)?.coordinates;
    return at ? [at] : [];
  });
  if (geoloc && geoloc.means !== points.length > 0) return false;
  return !near || points.some((point) => distance(point, [near.latitude, near.longitude]) <= (near.radius ?? 25));
}

/** The great-circle distance of two points, in kilometres, by the haversine formula. */
export function distance([lat1, lng1]: Point, [lat2, lng2]: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const share = half(lat2 - lat1) + Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * half(lng2 - lng1);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(share)));
}
