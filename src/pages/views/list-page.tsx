import type { VNode } from 'preact';
import type { CategoryView } from '../../categories/dto/category.view.js';
import type { EventView } from '../../events/dto/event.view.js';
import { dayOf, formatDate } from '../dates.js';
import type { PageContext } from '../page-context.js';
import { Document, type PageHead } from './document.js';
import { EventItem } from './event-item.js';
import { FilterForm } from './filter-form.js';

interface ListPageProps {
  readonly page: PageContext;
  readonly head: PageHead;
  readonly categories: readonly CategoryView[];
  readonly events: readonly EventView[];
  readonly total: number;
  /** Address of the next page. */
  readonly nextUrl: string | undefined;
}

/** Running and coming events below the headings of their days. */
export function ListPage({ page, head, categories, events, total, nextUrl }: ListPageProps): VNode {
  const { text, urls } = page;
  return (
    <Document page={page} head={head} view="list">
      <h1>{page.site.name}</h1>
      <FilterForm page={page} action={urls.list()} categories={categories} />
      {page.urls.filters.size > 0 && (
        <p class="result-count" role="status">
          {text('results', { count: total })}
        </p>
      )}
      {events.length === 0 ? <EmptyState page={page} /> : <EventDays page={page} events={events} />}
      {nextUrl && (
        <p class="more">
          <a href={nextUrl} rel="next">
            {text('more_events')}
          </a>
        </p>
      )}
    </Document>
  );
}

/** Events below headings of days. Events that started earlier are below today. */
export function EventDays({
  page,
  events,
}: {
  readonly page: PageContext;
  readonly events: readonly EventView[];
}): VNode {
  const days = Map.groupBy(events, ({ start_date }) => laterDay(dayOf(start_date), page.today));
  return (
    <>
      {[...days].map(([day, eventsOfDay]) => (
        <section class="day">
          <h2>
            <time datetime={day}>{dayHeading(page, day)}</time>
          </h2>
          {eventsOfDay.map((event) => (
            <EventItem page={page} event={event} day={day} />
          ))}
        </section>
      ))}
    </>
  );
}

const laterDay = (one: string, other: string): string => (one > other ? one : other);

/** The year is written if it is not the current one. */
function dayHeading({ language, today, text }: PageContext, day: string): string {
  const style = day.slice(0, 4) === today.slice(0, 4) ? 'weekdayAndDay' : 'fullDay';
  const date = formatDate(language, style, day);
  return day === today ? `${text('today')}, ${date}` : date;
}

const EmptyState = ({ page }: { readonly page: PageContext }): VNode => (
  <div class="empty">
    <p>{page.text(page.urls.filters.size > 0 ? 'no_results' : 'no_events')}</p>
    {page.urls.filters.size > 0 && (
      <p>
        <a href={page.urls.list(new URLSearchParams())}>{page.text('clear_filters')}</a>
      </p>
    )}
  </div>
);
