import type { VNode } from 'preact';
import type { EventView } from '../../events/dto/event.view.js';
import type { PageContext } from '../page-context.js';
import { Document, type PageHead } from './document.js';
import { EventDetails } from './event-details.js';
import { EventStatusLabel, FallbackNote, languageAttribute } from './event-item.js';
import { RecordImage } from './record-image.js';
import { Description } from './record-parts.js';
import { Subscribe } from './subscribe.js';

/** Whether an event takes place now, or has ended. */
export type EventPhase = 'coming' | 'running' | 'past';

interface EventPageProps {
  readonly page: PageContext;
  readonly head: PageHead;
  readonly event: EventView;
  readonly phase: EventPhase;
  /** The event that this one is part of. */
  readonly parent: EventView | undefined;
}

/** The page of one event. */
export const EventPage = ({ page, head, event, phase, parent }: EventPageProps): VNode => (
  <Document page={page} head={head}>
    <article class={event.image ? 'record' : 'record has-no-image'}>
      <EventTitle {...{ page, event, phase, parent }} />
      <div class="record-details">
        <EventDetails page={page} event={event} />
        <p>
          <a class="button" href={`${event.rest_url}.ics?ml_language=${page.language}`} rel="nofollow">
            {page.text('download_event')}
          </a>
        </p>
      </div>
      {event.image && <RecordImage page={page} image={event.image} className="record-image" />}
      <Description page={page} record={event} />
    </article>
    <SubscribeToSimilar page={page} event={event} />
  </Document>
);

/** Status, title and parent of an event. */
export const EventTitle = ({ page, event, phase, parent }: Omit<EventPageProps, 'head'>): VNode => (
  <header class="record-title">
    <EventStatusLabel page={page} event={event} />
    {phase !== 'coming' && <p class={`event-phase is-${phase}`}>{page.text(`phase.${phase}`)}</p>}
    <h1 lang={languageAttribute(event, page)}>{event.title}</h1>
    {parent && (
      <p class="record-parent">
        {page.text('part_of')}{' '}
        <a href={page.urls.record('event', parent.slug)} lang={languageAttribute(parent, page)}>
          {parent.title}
        </a>
      </p>
    )}
    <FallbackNote page={page} record={event} />
  </header>
);

/** The calendar of the venue, else that of the organizer, else of all events. */
function SubscribeToSimilar({ page, event }: Pick<EventPageProps, 'page' | 'event'>): VNode {
  const [venue] = event.venue;
  const [organizer] = event.organizer;
  if (venue) return <Subscribe page={page} filters={filter('venue', venue.id)} name={venue.venue} />;
  if (organizer)
    return <Subscribe page={page} filters={filter('organizer', organizer.id)} name={organizer.organizer} />;
  return <Subscribe page={page} filters={new URLSearchParams()} />;
}

const filter = (name: string, id: number) => new URLSearchParams({ [name]: String(id) });
