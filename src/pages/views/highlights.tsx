import type { VNode } from 'preact';
import type { EventView } from '../../events/dto/event.view.js';
import type { PageContext } from '../page-context.js';
import {
  accessibleName,
  EventPlace,
  EventStatusLabel,
  FallbackNote,
  languageAttribute,
  type EventProps,
} from './event-item.js';
import { eventDate } from './event-time.js';
import { isAllowedImage, RecordImage } from './record-parts.js';

const MAX_HIGHLIGHTS = 3;

interface HighlightsProps {
  readonly page: PageContext;
  /** Events of the list. The list shows them all, so that it stays complete. */
  readonly events: readonly EventView[];
}

/** The first featured events that have a picture, as cards above the list. */
export function Highlights({ page, events }: HighlightsProps): VNode | null {
  const highlights = events
    .filter(({ featured, event_status }) => featured && event_status !== 'cancelled')
    .filter(({ image }) => image && isAllowedImage(page, image.url))
    .slice(0, MAX_HIGHLIGHTS);
  if (highlights.length === 0) return null;
  return (
    <section class="highlights" aria-labelledby="highlights">
      <h2 id="highlights">{page.text('highlights')}</h2>
      <ul>
        {highlights.map((event, index) => (
          <Highlight page={page} event={event} loading={index === 0 ? 'eager' : 'lazy'} />
        ))}
      </ul>
    </section>
  );
}

const Highlight = ({ page, event, loading }: EventProps & { readonly loading: 'eager' | 'lazy' }): VNode => (
  <li class="highlight">
    <p class="highlight-date">{eventDate(page, event)}</p>
    <h3 lang={languageAttribute(event, page)}>
      <a href={page.urls.record('event', event.slug)} aria-label={accessibleName(page, event)}>
        {event.title}
      </a>
    </h3>
    <EventStatusLabel page={page} event={event} />
    <EventPlace page={page} event={event} />
    <FallbackNote page={page} record={event} />
    {event.image && (
      <RecordImage page={page} image={event.image} className="highlight-image" isDecorative loading={loading} />
    )}
  </li>
);
