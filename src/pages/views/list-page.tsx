import type { ComponentChildren, VNode } from 'preact';
import type { CategoryView } from '../../categories/dto/category.view.js';
import type { EventView } from '../../events/dto/event.view.js';
import { formatDate, formatDateParts, startDayIn } from '../dates.js';
import type { Props } from '../page-context.js';
import { Document, type PageHead } from './document.js';
import { EventItem } from './event-item.js';
import { FilterForm } from './filter-form.js';
import { Subscribe } from './record-parts.js';

type DayProps = Props<{ day: string }>;
type EventsProps = Props<{ events: readonly EventView[] }>;
type PagingProps = Props<{ nextUrl: string | undefined }>;

type ListPageProps = EventsProps & PagingProps & { head: PageHead; categories: readonly CategoryView[]; total: number };

/** Running and upcoming events below the headings of their days. */
export function ListPage({ page, head, categories, events, total, nextUrl }: ListPageProps): VNode {
  const { text, filters, language, today } = page;
  const emptyKey = filters.size > 0 ? 'no_results' : 'no_events';
  return (
    <Document page={page} head={head}>
      <div class="intro">
        <p class="intro-date">
          <time datetime={today}>{formatDate(language, 'fullDay', today)}</time>
        </p>
        <h1>{text('list_heading')}</h1>
      </div>
      <FilterForm page={page} categories={categories} />
      {filters.size > 0 && total > 0 && (
        <p class="result-count" role="status">
          {text('results', { count: total })}
        </p>
      )}
      <EventDays page={page} events={events} />
      {events.length === 0 && (
        <div class="empty">
          <p class="empty-text">{text(emptyKey)}</p>
          <p>{text(`${emptyKey}_hint`)}</p>
        </div>
      )}
      <Paging page={page} nextUrl={nextUrl} />
      {!page.embedTheme && <Subscribe page={page} filters={filters} />}
    </Document>
  );
}

export const Paging = ({ page: { text }, nextUrl }: PagingProps): VNode | null =>
  nextUrl === undefined ? null : (
    <nav class="paging" aria-label={text('pages')}>
      <a href={nextUrl} rel="next" data-loaded={text('more_loaded')}>
        {text('more_events')}
      </a>
    </nav>
  );

/** Events below the headings of their days in `TIMEZONE`. Events that started earlier are listed under today. */
export function EventDays({ page, events }: EventsProps): VNode {
  const days = Map.groupBy(events, (event) => {
    const day = startDayIn(page.site.configuration.TIMEZONE, event);
    return day > page.today ? day : page.today;
  });
  return (
    <>
      {[...days].map(([day, eventsOfDay]) => (
        <DaySection page={page} day={day} events={eventsOfDay} />
      ))}
    </>
  );
}

export const DaySection = ({
  page,
  day,
  events,
  children,
}: EventsProps & DayProps & { children?: ComponentChildren }): VNode => (
  <section class="day" aria-current={day === page.today ? 'date' : undefined}>
    <DayHeading page={page} day={day} />
    <div class="day-events">
      {events.map((event) => (
        <EventItem page={page} event={event} day={day} />
      ))}
      {children}
    </div>
  </section>
);

/** A day, such as `Saturday 28 November`. Each part is an element, so that the style sheet can arrange them. */
function DayHeading({ page, day }: DayProps): VNode {
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
