import type { VNode } from 'preact';
import type { EventView } from '../../events/dto/event.view.js';
import { isFree } from '../../feeds/json-ld/offers.js';
import { languageName, type Language } from '../../kernel/language/languages.js';
import { languageAttribute, type PageContext, type Props } from '../page-context.js';
import { EventTime, eventDate, type EventProps } from './event-time.js';
import { RecordImage } from './record-parts.js';

export type { EventProps } from './event-time.js';

/** A link to the page of an event. Its accessible name has date and time. */
export const EventLink = ({ page, event }: EventProps): VNode => (
  <a
    href={page.urls.record('event', event.slug)}
    aria-label={accessibleName(page, event)}
    lang={languageAttribute(event, page)}
  >
    {event.title}
  </a>
);

/** An event in a list. @param day the day below whose heading it stands */
export const EventItem = ({ page, event, day }: EventProps & { day: string }): VNode => (
  <article class={classesOf(event)}>
    <p class="event-time">
      <EventTime page={page} event={event} day={day} />
    </p>
    <div class="event-text">
      <h3 lang={languageAttribute(event, page)}>
        <a href={page.urls.record('event', event.slug)} aria-label={accessibleName(page, event)}>
          {event.title}
        </a>
      </h3>
      <EventMarks page={page} event={event} />
      <EventFacts page={page} event={event} />
      <FallbackNote page={page} record={event} />
    </div>
    {event.image && <RecordImage page={page} image={event.image} className="event-thumbnail" isDecorative />}
  </article>
);

function classesOf({ featured, event_status }: EventView): string {
  return ['event', featured && 'is-featured', event_status === 'cancelled' && 'is-cancelled'].filter(Boolean).join(' ');
}

/** Status, “featured” and categories, in words. */
const EventMarks = ({ page, event }: EventProps): VNode => (
  <div class="event-marks">
    <EventStatusLabel page={page} event={event} />
    {event.featured && <p class="featured">{page.text('featured')}</p>}
    {event.categories.length > 0 && (
      <ul class="terms">
        {event.categories.map((category) => (
          <li lang={languageAttribute(category, page)}>{category.name}</li>
        ))}
      </ul>
    )}
  </div>
);

/** Place and price. */
const EventFacts = ({ page, event }: EventProps): VNode => (
  <div class="event-facts">
    <EventPlace page={page} event={event} />
    {event.cost && <p class={isFree(event) ? 'event-cost is-free' : 'event-cost'}>{event.cost}</p>}
  </div>
);

/** A cancelled, postponed or rescheduled event says so in words. */
export const EventStatusLabel = ({ page, event }: EventProps): VNode | null =>
  event.event_status === 'scheduled' ? null : (
    <p class={`event-status is-${event.event_status}`}>{page.text(`status.${event.event_status}`)}</p>
  );

/** Says that texts are not available in the language of the page. */
export const FallbackNote = ({ page, record }: Props<{ record: { ml_language: Language } }>): VNode | null =>
  record.ml_language === page.language ? null : (
    <p class="fallback-note">{page.text('text_in', { language: languageName(record.ml_language, page.language) })}</p>
  );

/** Title, date and time: links to events may be read out of their context. */
export const accessibleName = (page: PageContext, event: EventView): string =>
  `${event.title}, ${eventDate(page, event)}`;

/** Venues and cities, and whether the event is online. A city that all venues share is named once. */
export function EventPlace({ page, event }: EventProps): VNode | null {
  const { venue: venues, attendance_mode } = event;
  if (attendance_mode === 'online') return <p class="event-place">{page.text('online')}</p>;
  if (venues.length === 0) return null;
  const cities = [...new Set(venues.map(({ city }) => city))];
  const names = venues.map((venue, index) => (
    <>
      {index > 0 && ' · '}
      <span lang={languageAttribute(venue, page)}>{venue.venue}</span>
      {cities.length > 1 && venue.city && `, ${venue.city}`}
    </>
  ));
  return (
    <p class="event-place">
      {names}
      {cities.length === 1 && cities[0] && `, ${cities[0]}`}
      {attendance_mode === 'mixed' && ` · ${page.text('also_online')}`}
    </p>
  );
}
