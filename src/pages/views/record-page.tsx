import type { ComponentChildren, VNode } from 'preact';
import type { EventView } from '../../events/dto/event.view.js';
import type { ImageView } from '../../records/images/image.view.js';
import type { RecordView } from '../../records/views/record.view.js';
import type { PageContext } from '../page-context.js';
import { Document, type PageHead } from './document.js';
import { FallbackNote, languageAttribute } from './event-item.js';
import { EventDays } from './list-page.js';
import { RecordImage } from './record-image.js';
import { Description } from './record-parts.js';
import { Subscribe } from './subscribe.js';

interface RecordPageProps {
  readonly page: PageContext;
  readonly head: PageHead;
  readonly record: RecordView & { readonly image?: ImageView | null };
  readonly name: string;
  /** What kind of record it is, in words. */
  readonly kindLabel: string;
  /** Filters of its events. */
  readonly filters: URLSearchParams;
  readonly events: readonly EventView[];
  /** Details, below the name. */
  readonly children: ComponentChildren;
}

/** The page of a venue, organizer or term, with its coming events. */
export const RecordPage = ({
  page,
  head,
  record,
  name,
  kindLabel,
  filters,
  events,
  children,
}: RecordPageProps): VNode => (
  <Document page={page} head={head}>
    <article class={record.image ? 'record' : 'record has-no-image'}>
      <header class="record-title">
        <p class="record-kind">{kindLabel}</p>
        <h1 lang={languageAttribute(record, page)}>{name}</h1>
        <FallbackNote page={page} record={record} />
      </header>
      <div class="record-details">
        <dl class="details">{children}</dl>
      </div>
      {record.image && <RecordImage page={page} image={record.image} className="record-image" />}
      <Description page={page} record={record} />
    </article>
    <ComingEvents page={page} events={events} filters={filters} />
    <Subscribe page={page} filters={filters} name={name} />
  </Document>
);

const ComingEvents = ({ page, events, filters }: Pick<RecordPageProps, 'page' | 'events' | 'filters'>): VNode => (
  <div class="record-events">
    <h2>{page.text('coming_events')}</h2>
    {events.length > 0 ? <EventDays page={page} events={events} /> : <p>{page.text('no_events')}</p>}
    <p class="more">
      <a href={page.urls.list(filters)}>{page.text('search_events')}</a>
    </p>
  </div>
);
