import type { VNode } from 'preact';
import type { EventView } from '../../events/dto/event.view.js';
import type { PageContext } from '../page-context.js';
import { Document, type PageHead } from './document.js';
import { EventStatusLabel, languageAttribute } from './event-item.js';
import { RecordImage } from './record-image.js';

interface EventPageProps {
  readonly page: PageContext;
  readonly head: PageHead;
  readonly event: EventView;
}

/** The page of one event. */
export const EventPage = ({ page, head, event }: EventPageProps): VNode => (
  <Document page={page} head={head}>
    <article class="record" lang={languageAttribute(event, page)}>
      <EventStatusLabel page={page} event={event} />
      <h1>{event.title}</h1>
      {event.image && <RecordImage page={page} image={event.image} className="record-image" />}
      {event.description && <div class="description" dangerouslySetInnerHTML={{ __html: event.description }} />}
    </article>
  </Document>
);
