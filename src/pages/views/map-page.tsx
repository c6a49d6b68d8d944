import type { VNode } from 'preact';
import type { CategoryView } from '../../categories/dto/category.view.js';
import type { EventView } from '../../events/dto/event.view.js';
import { pointOf } from '../../venues/great-circle-distance.js';
import type { VenueView } from '../../venues/dto/venue.view.js';
import { languageAttribute, type PageContext, type Props } from '../page-context.js';
import { tileOriginOf } from '../render-page.js';
import { Address } from './details.js';
import { Document, type PageHead } from './document.js';
import { EventLink, type EventProps } from './event-item.js';
import { eventDate } from './event-time.js';
import { FilterForm } from './filter-form.js';

/** A venue with its next events. @param distance kilometres from the point of the filters */
export interface Place {
  readonly venue: VenueView;
  readonly events: readonly EventView[];
  readonly distance?: number | undefined;
}

type MapPageProps = Props<{
  head: PageHead;
  categories: readonly CategoryView[];
  places: readonly Place[];
  /** Number of events whose places are shown, if there are more events. */
  eventLimit: number | undefined;
}>;

/** The places of events, as a list and, if there are tiles, as a map. */
export function MapPage({ page, head, categories, places, eventLimit }: MapPageProps): VNode {
  const { text, urls } = page;
  const isOnMap = places.some(({ venue }) => venue.show_map && pointOf(venue));
  return (
    <Document page={page} head={head} view="map">
      <h1>{text('places.heading')}</h1>
      <FilterForm page={page} action={urls.map()} categories={categories} />
      {isOnMap && <TileMap page={page} />}
      {eventLimit && <p class="map-note">{text('places.limited', { limit: eventLimit })}</p>}
      {places.length === 0 && <p class="empty">{text('places.none')}</p>}
      <ul class="places">
        {places.map((place) => (
          <PlaceItem page={page} place={place} />
        ))}
      </ul>
    </Document>
  );
}

/** Where the script shows the map. Without tiles or script there is the list alone. */
function TileMap({ page }: Props): VNode | null {
  const { text, urls, site } = page;
  const { MAP_TILES, MAP_ATTRIBUTION, MAP_AUTOLOAD } = site.configuration;
  if (MAP_TILES === undefined || !site.files.leaflet) return null;
  return (
    <section
      class="map"
      hidden
      aria-label={text('view.map')}
      data-tiles={MAP_TILES}
      data-attribution={MAP_ATTRIBUTION}
      data-script={urls.file(site.files.leaflet.script.name)}
      data-style={urls.file(site.files.leaflet.style.name)}
      data-autoload={MAP_AUTOLOAD ? 'true' : undefined}
      data-zoom-in={text('places.zoom_in')}
      data-zoom-out={text('places.zoom_out')}
    >
      <button type="button">{text('places.show_map', { host: new URL(tileOriginOf(MAP_TILES)).host })}</button>
    </section>
  );
}

/** Events of a place that the list names. */
const MAX_EVENTS = 3;

function PlaceItem({ page, place: { venue, events, distance } }: Props<{ place: Place }>): VNode {
  const { text, urls } = page;
  const point = venue.show_map ? pointOf(venue) : undefined;
  return (
    <li class="place-card" data-lat={point?.lat} data-lng={point?.lng} data-count={events.length}>
      <h2 lang={languageAttribute(venue, page)}>
        <a href={urls.record('venue', venue.slug)}>{venue.venue}</a>
      </h2>
      <Address page={page} venue={venue} hasMapLink={venue.show_map_link} />
      {distance !== undefined && (
        <p class="place-distance">{text('places.distance', { distance: inKilometres(page, distance) })}</p>
      )}
      <p class="place-count">{text('places.events', { count: events.length })}</p>
      <ul class="place-events">
        {events.slice(0, MAX_EVENTS).map((event) => (
          <PlaceEvent page={page} event={event} />
        ))}
      </ul>
      <OtherEventsOfPlace page={page} place={{ venue, events }} />
    </li>
  );
}

function OtherEventsOfPlace({ page, place }: Props<{ place: Pick<Place, 'venue' | 'events'> }>): VNode | null {
  const { text, urls } = page;
  const { venue, events } = place;
  const count = events.length - MAX_EVENTS;
  if (count <= 0) return null;
  const more = text('places.more', { count });
  const url = urls.listWith({ venue: String(venue.id) });
  return (
    <a class="place-more" href={url} rel="nofollow" aria-label={`${more}: ${venue.venue}`}>
      {more}
    </a>
  );
}

const inKilometres = ({ language }: PageContext, distance: number): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'kilometer', maximumSignificantDigits: 2 }).format(distance);

const PlaceEvent = ({ page, event }: EventProps): VNode => (
  <li>
    <time datetime={event.starts_at}>{eventDate(page, event)}</time> <EventLink page={page} event={event} />
  </li>
);
