import type { ComponentChildren, VNode } from 'preact';
import type { EventView } from '../../events/dto/event.view.js';
import type { ImageView } from '../../records/images/image.view.js';
import type { RecordView } from '../../records/views/record.view.js';
import { languageAttribute, type Props } from '../page-context.js';
import { Document, type PageHead } from './document.js';
import { FallbackNote } from './event-item.js';
import { EventDays } from './list-page.js';
import { Description, RecordImage } from './record-parts.js';
import { Subscribe } from './subscribe.js';

type RecordPageProps = Props<{
  head: PageHead;
  record: RecordView & { readonly image?: ImageView | null };
  name: string;
  /** What kind of record it is, in words. */
  kindLabel: string;
  /** Filters of its events. */
  filters: URLSearchParams;
  events: readonly EventView[];
  /** Details, below the name. */
  children: ComponentChildren;
}>;

/** The page of a venue, organizer or term, with its coming events. */
export const RecordPage = ({ page, head, record, name, kindLabel, children, ...list }: RecordPageProps): VNode => (
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
    <ComingEvents page={page} {...list} />
    <Subscribe page={page} filters={list.filters} name={name} />
  </Document>
);

const ComingEvents = ({ page, events, filters }: Pick<RecordPageProps, 'page' | 'events' | 'filters'>): VNode => (
  <div class="record-events">
    <h2>{page.text('coming_events')}</h2>
    {events.length > 0 ? <EventDays page={page} events={events} /> : <p>{page.text('no_events')}</p>}
    <p class="more">
      <a href={page.urls.list(filters)} rel="nofollow">
        {page.text('search_events')}
      </a>
    </p>
  </div>
);
