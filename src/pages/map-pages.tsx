import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { EventView } from '../events/dto/event.view.js';
import { EventsService } from '../events/events.service.js';
import type { TextResponse } from '../http/request/text-response.js';
import { parseDateBound, type DateBound } from '../kernel/time/date-bound.js';
import { ReadScopeFactory } from '../records/crud/read-scope.js';
import { greatCircleDistance, pointOf, type Point } from '../venues/great-circle-distance.js';
import { EVENTS_PER_PAGE, LIST_DEFAULTS } from './event-lists.js';
import { feedUrls } from './feed-urls.js';
import { FilterChoices } from './filter-choices.js';
import { itemList } from './item-list.js';
import { PageContexts } from './page-context.js';
import type { PageQuery } from './page.query.js';
import { renderPage } from './render-page.js';
import { MapPage, type Place } from './views/map-page.js';

/** Events whose places the map shows: at most 500, and at most 10 pages of `MAX_PER_PAGE`. */
const MAX_EVENTS = 500;
const MAX_PAGES = 10;

/** The map: the places of running and coming events. */
@Injectable()
export class MapPages {
  constructor(
    private readonly events: EventsService,
    private readonly choices: FilterChoices,
    private readonly pages: PageContexts,
    private readonly scopes: ReadScopeFactory,
  ) {}

  async map(query: PageQuery, request: Request): Promise<TextResponse> {
    const page = this.pages.contextOf(request);
    const ends_after = parseDateBound('now', this.scopes.referenceTime) as DateBound;
    const limit = Math.min(MAX_EVENTS, MAX_PAGES * page.site.configuration.MAX_PER_PAGE);
    const paging = { page: 1, per_page: limit, after: undefined };
    const { events, total } = await this.events.list(page.request, {
      ...query,
      ...LIST_DEFAULTS,
      ...paging,
      ends_after,
    });
    const categories = await this.choices.categories(page);
    const head = {
      title: page.text('view.map'),
      description: page.text('places.description', { name: page.site.name }),
      feeds: feedUrls(page, page.urls.filters),
      jsonLd: [itemList(page, events.slice(0, EVENTS_PER_PAGE))],
    };
    const { geoloc_lat, geoloc_lng } = query;
    const places = placesOf(events, pointOf({ geo_lat: geoloc_lat, geo_lng: geoloc_lng }));
    const document = <MapPage {...{ page, head, categories, places }} eventLimit={total > limit ? limit : undefined} />;
    return renderPage(page, document, { expires: ['next-end', 'midnight'] });
  }
}

/** The venues of events, in the order of their next events, or the nearest first if there is a centre. */
function placesOf(events: readonly EventView[], center: Point | undefined): Place[] {
  const places = new Map<number, { venue: Place['venue']; events: EventView[] }>();
  for (const event of events)
    for (const venue of event.venue) {
      const place = places.get(venue.id) ?? { venue, events: [] };
      place.events.push(event);
      places.set(venue.id, place);
    }
  const withDistance = [...places.values()].map((place) => {
    const point = pointOf(place.venue);
    return { ...place, distance: center && point && greatCircleDistance(center, point) };
  });
  return withDistance.toSorted((one, other) => (one.distance ?? Infinity) - (other.distance ?? Infinity) || 0);
}
