import type { VNode } from 'preact';
import type { CategoryView } from '../../categories/dto/category.view.js';
import type { EventView } from '../../events/dto/event.view.js';
import { greatCircleDistance, pointOf, type Point } from '../../venues/great-circle-distance.js';
import { languageAttribute, type PageContext, type Props } from '../page-context.js';
import { tileOriginOf } from '../render-page.js';
import { Address } from './details.js';
import { Document, type PageHead } from './document.js';
import { eventDate, EventLink, EventStatusLabel } from './event-item.js';
import { FilterForm } from './filter-form.js';

type MapPageProps = Props<{
  head: PageHead;
  categories: readonly CategoryView[];
  events: readonly EventView[];
  /** Number of events whose places are shown, if there are more events. */
  eventLimit: number | undefined;
  center: Point | undefined;
}>;

/** The places of events, as a list and, if there are tiles, as a map. */
export function MapPage({ page, head, categories, events, eventLimit, center }: MapPageProps): VNode {
  const { text } = page;
  const places = placesOf(events, center);
  const emptyKey = events.length === 0 && page.filters.size > 0 ? 'no_results' : 'places.none';
  const isOnMap = places.some(({ venue }) => venue.show_map && pointOf(venue));
  return (
    <Document page={page} head={head}>
      <h1>{text('places.heading')}</h1>
      <FilterForm page={page} categories={categories} />
      {isOnMap && <TileMap page={page} />}
      {eventLimit && <p class="map-note">{text('places.limited', { limit: eventLimit })}</p>}
      {places.length === 0 && <p class="empty empty-text">{text(emptyKey)}</p>}
      <ul class="places">
        {places.map((place) => (
          <PlaceItem page={page} place={place} />
        ))}
      </ul>
    </Document>
  );
}

/** The venues of events, in the order of their next events. With a center: the nearest first, with distances in km. */
function placesOf(events: readonly EventView[], center: Point | undefined) {
  const eventsByVenue = Map.groupBy(
    events.flatMap((event) => event.venue.map((venue) => ({ event, venue }))),
    ({ venue }) => venue.id,
  );
  const places = [...eventsByVenue.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const point = pointOf(first.venue);
    const distance = center && point && greatCircleDistance(center, point);
    return [{ venue: first.venue, events: [first, ...others].map(({ event }) => event), distance }];
  });
  return places.toSorted((one, other) => (one.distance ?? Infinity) - (other.distance ?? Infinity) || 0);
}

type Place = ReturnType<typeof placesOf>[number];

/** Element in which the script shows the map. Without tiles or script, the page has the list only. */
function TileMap({ page: { text, fileUrl, site } }: Props): VNode | null {
  const { MAP_TILES, MAP_ATTRIBUTION, MAP_AUTOLOAD } = site.configuration;
  if (MAP_TILES === undefined || !site.files.leaflet) return null;
  return (
    <section
      class="map"
      hidden
      aria-label={text('view.map')}
      data-tiles={MAP_TILES}
      data-attribution={MAP_ATTRIBUTION}
      data-script={fileUrl(site.files.leaflet.script)}
      data-style={fileUrl(site.files.leaflet.style)}
      data-autoload={MAP_AUTOLOAD ? 'true' : undefined}
      data-zoom-in={text('places.zoom_in')}
      data-zoom-out={text('places.zoom_out')}
    >
      <button type="button">{text('places.show_map', { host: new URL(tileOriginOf(MAP_TILES)).host })}</button>
    </section>
  );
}

/** Events that the list names for each place. */
const MAX_EVENTS = 3;

function PlaceItem({ page, place: { venue, events, distance } }: Props<{ place: Place }>): VNode {
  const point = venue.show_map ? pointOf(venue) : undefined;
  const more = page.text('places.more', { count: events.length - MAX_EVENTS });
  const url = page.url('', page.filtersWith('venue', String(venue.id)));
  return (
    <li class="place-card" data-lat={point?.lat} data-lng={point?.lng} data-count={events.length}>
      <h2 lang={languageAttribute(venue, page)}>
        <a href={page.recordUrl('venue', venue.slug)}>{venue.venue}</a>
      </h2>
      <Address page={page} venue={venue} hasMapLink={venue.show_map_link} />
      {distance !== undefined && (
        <p class="place-distance">{page.text('places.distance', { distance: inKilometres(page, distance) })}</p>
      )}
      <p class="place-count">{page.text('places.events', { count: events.length })}</p>
      <ul class="place-events">
        {events.slice(0, MAX_EVENTS).map((event) => (
          <li>
            <time datetime={event.starts_at}>{eventDate(page, event)}</time> <EventLink page={page} event={event} />
            <EventStatusLabel page={page} event={event} />
          </li>
        ))}
      </ul>
      {events.length > MAX_EVENTS && (
        <a class="place-more" href={url} rel="nofollow" aria-label={`${more}: ${venue.venue}`}>
          {more}
        </a>
      )}
    </li>
  );
}

const inKilometres = ({ language }: PageContext, distance: number): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'kilometer', maximumSignificantDigits: 2 }).format(distance);
