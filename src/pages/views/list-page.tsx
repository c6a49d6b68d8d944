import type { VNode } from 'preact';
import type { CategoryView } from '../../categories/dto/category.view.js';
import type { EventView } from '../../events/dto/event.view.js';
import { formatDate, formatDateParts, formatNumber, startDayIn } from '../dates.js';
import { languageAttribute, type Props } from '../page-context.js';
import { Document, type PageHead } from './document.js';
import {
  accessibleName,
  EventItem,
  EventPlace,
  EventStatusLabel,
  FallbackNote,
  type EventProps,
} from './event-item.js';
import { eventDate } from './event-time.js';
import { FilterForm, filterNames } from './filter-form.js';
import { isAllowedImage, RecordImage } from './record-parts.js';
import { Subscribe } from './subscribe.js';

const MAX_HIGHLIGHTS = 3;

type EventsProps = Props<{ events: readonly EventView[] }>;

/** @param nextUrl address of the next page @param isFirst whether it is the first page of the list */
type PagingProps = Props<{ nextUrl: string | undefined; isFirst: boolean }>;

type ListPageProps = EventsProps & PagingProps & { head: PageHead; categories: readonly CategoryView[]; total: number };

/** Running and coming events below the headings of their days. */
export function ListPage({ page, head, categories, events, total, nextUrl, isFirst }: ListPageProps): VNode {
  const { text, urls, language, today } = page;
  const isFiltered = urls.filters.size > 0;
  return (
    <Document page={page} head={head} view="list">
      <div class="intro">
        <p class="intro-date">
          <time datetime={today}>{formatDate(language, 'fullDay', today)}</time>
        </p>
        <h1>{text('list_heading')}</h1>
      </div>
      <FilterForm {...{ page, categories }} action={urls.list()} names={filterNames(events, categories)} />
      {isFiltered && total > 0 && (
        <p class="result-count" role="status">
          {text('results', { count: total, total: formatNumber(language, total) })}
        </p>
      )}
      {isFirst && !isFiltered && <Highlights page={page} events={events} />}
      {events.length === 0 ? <EmptyState page={page} /> : <EventDays page={page} events={events} />}
      <Paging {...{ page, nextUrl, isFirst }} />
      {!page.embed && <Subscribe page={page} filters={urls.filters} />}
    </Document>
  );
}

/** Links to the first and the next page. */
export const Paging = ({ page: { text, urls }, nextUrl, isFirst }: PagingProps): VNode | null =>
  isFirst && !nextUrl ? null : (
    <nav class="paging" aria-label={text('pages')}>
      {!isFirst && <a href={urls.list()}>{text('first_events')}</a>}
      {nextUrl && (
        <a href={nextUrl} rel="next" data-loaded={text('more_loaded')}>
          {text('more_events')}
        </a>
      )}
    </nav>
  );

/** Events below headings of days in `TIMEZONE`, in which they are ordered. Events that started earlier are below today. */
export function EventDays({ page, events }: EventsProps): VNode {
  const days = Map.groupBy(events, (event) => {
    const day = startDayIn(page.site.timezone, event);
    return day > page.today ? day : page.today;
  });
  return (
    <>
      {[...days].map(([day, eventsOfDay]) => (
        <section class="day">
          <DayHeading page={page} day={day} />
          <div class="day-events">
            {eventsOfDay.map((event) => (
              <EventItem page={page} event={event} day={day} />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

/** A day, such as `Saturday 28 November`. Each part is an element, so that the style sheet can arrange them. */
export function DayHeading({ page, day }: Props<{ day: string }>): VNode {
  const { language, today, text } = page;
  const style = day.slice(0, 4) === today.slice(0, 4) ? 'weekdayAndDay' : 'fullDay';
  return (
    <h2 class="day-heading">
      {day === today && <span class="day-today">{text('today')} </span>}
      <time datetime={day}>
        {formatDateParts(language, style, day).map(({ type, value }) => (
          <span class={`day-${type}`}>{value}</span>
        ))}
      </time>
    </h2>
  );
}

function EmptyState({ page: { urls, text } }: Props): VNode {
  const key = urls.filters.size > 0 ? 'no_results' : 'no_events';
  return (
    <div class="empty">
      <p class="empty-text">{text(key)}</p>
      <p>{text(`${key}_hint`)}</p>
    </div>
  );
}

/** The first featured events that have a picture, as cards above the list. */
function Highlights({ page, events }: EventsProps): VNode | null {
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

const Highlight = ({ page, event, loading }: EventProps & { loading: 'eager' | 'lazy' }): VNode => (
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
