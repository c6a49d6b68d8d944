import { Injectable } from '@nestjs/common';
import type { EventView } from '../events/dto/event.view.js';
import { EventsService } from '../events/events.service.js';
import { jsonLdDocument } from '../feeds/json-ld/json-ld-document.js';
import type { TextResponse } from '../http/request/text-response.js';
import { greatCircleDistance, pointOf, type Point } from '../venues/great-circle-distance.js';
import { FilterChoices } from './filter-choices.js';
import { absoluteUrl, feedUrls, type PageContext } from './page-context.js';
import type { PageQuery } from './page.query.js';
import { renderPage } from './render-page.js';
import { ListPage } from './views/list-page.js';
import { MapPage, type Place } from './views/map-page.js';

/** Events per page of the list. `MAX_PER_PAGE` may be lower. */
const EVENTS_PER_PAGE = 50;

/** Events whose places the map shows: at most 500, and at most 10 pages of `MAX_PER_PAGE`. */
const MAX_EVENTS_OF_MAP = 500;
const MAX_PAGES_OF_MAP = 10;

/** Parameters of the list of events that visitors cannot choose. */
export const LIST_DEFAULTS = {
  ml_fallback: 'record',
  strict_dates: false,
  orderby: 'start_date',
  order: 'asc',
} as const;

/** Running and coming events: the list, and the map of their places. */
@Injectable()
export class EventLists {
  constructor(
    private readonly events: EventsService,
    private readonly choices: FilterChoices,
  ) {}

  async list(page: PageContext, query: PageQuery): Promise<TextResponse> {
    const { events, total, next_rest_url } = await this.events.list(page.request, upcoming(page, query));
    const categories = await this.choices.categories(page);
    const description = page.text('list_description', { name: page.site.name });
    const head = { description, ...headOf(page, events) };
    const after = cursorOf(next_rest_url);
    const nextUrl = after && page.urls.listWith({ after });
    const isFirst = query.after === undefined && query.page === 1;
    const document = <ListPage {...{ page, head, categories, events, total, nextUrl, isFirst }} />;
    return renderPage(page, document, { expires: ['next-end', 'midnight'] });
  }

  async map(page: PageContext, query: PageQuery): Promise<TextResponse> {
    const limit = Math.min(MAX_EVENTS_OF_MAP, MAX_PAGES_OF_MAP * page.site.configuration.MAX_PER_PAGE);
    const paging = { page: 1, per_page: limit, after: undefined };
    const { events, total } = await this.events.list(page.request, { ...upcoming(page, query), ...paging });
    const categories = await this.choices.categories(page);
    const description = page.text('places.description', { name: page.site.name });
    const head = { title: page.text('view.map'), description, ...headOf(page, events.slice(0, EVENTS_PER_PAGE)) };
    const places = placesOf(events, pointOf({ geo_lat: query.geoloc_lat, geo_lng: query.geoloc_lng }));
    const document = <MapPage {...{ page, head, categories, places }} eventLimit={total > limit ? limit : undefined} />;
    return renderPage(page, document, { expires: ['next-end', 'midnight'] });
  }
}

/** The first events that have not ended. */
export const upcoming = (page: PageContext, query: PageQuery) => ({
  ...query,
  ...LIST_DEFAULTS,
  ends_after: { kind: 'now', epochSeconds: Math.floor(page.nowMs / 1000), relative: true } as const,
  per_page: eventsPerPage(page),
});

export const eventsPerPage = ({ site }: PageContext): number =>
  Math.min(EVENTS_PER_PAGE, site.configuration.MAX_PER_PAGE);

/** The cursor in the URL of a page of the REST list. */
export const cursorOf = (restUrl: string | null): string | undefined =>
  (restUrl && new URL(restUrl).searchParams.get('after')) || undefined;

/** The events on a page as feeds, and for search engines. */
export const headOf = (page: PageContext, events: readonly EventView[]) => ({
  feeds: feedUrls(page, page.urls.filters),
  jsonLd: [itemList(page, events)],
});

/**
 * The addresses of the events on a page as a JSON-LD document.
 * @see https://schema.org/ItemList
 */
export const itemList = (page: PageContext, events: readonly EventView[]): string =>
  jsonLdDocument({
    '@type': 'ItemList',
    itemListElement: events.map(({ slug, ml_language }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: absoluteUrl(page, page.urls.record('event', slug, ml_language)),
    })),
  });

/** The venues of events, in the order of their next events, or the nearest first if there is a centre. */
function placesOf(events: readonly EventView[], center: Point | undefined): Place[] {
  const visits = events.flatMap((event) => event.venue.map((venue) => ({ event, venue })));
  const visitsByVenue = Map.groupBy(visits, ({ venue }) => venue.id);
  const venues = new Map(visits.map(({ venue }) => [venue.id, venue]));
  const places = [...venues.values()].map((venue) => {
    const point = pointOf(venue);
    const eventsOfVenue = (visitsByVenue.get(venue.id) ?? []).map(({ event }) => event);
    return { venue, events: eventsOfVenue, distance: center && point && greatCircleDistance(center, point) };
  });
  return places.toSorted((one, other) => (one.distance ?? Infinity) - (other.distance ?? Infinity) || 0);
}
