import type { VNode } from 'preact';
import type { CategoryView } from '../../categories/dto/category.view.js';
import type { EventView } from '../../events/dto/event.view.js';
import { dayOf, formatDate, formatDateParts, formatNumber } from '../dates.js';
import type { PageContext } from '../page-context.js';
import { filterNames } from './active-filters.js';
import { Document, type PageHead } from './document.js';
import { EventItem } from './event-item.js';
import { FilterForm } from './filter-form.js';
import { Highlights } from './highlights.js';
import { Subscribe } from './subscribe.js';

interface ListPageProps {
  readonly page: PageContext;
  readonly head: PageHead;
  readonly categories: readonly CategoryView[];
  readonly events: readonly EventView[];
  readonly total: number;
  /** Address of the next page. */
  readonly nextUrl: string | undefined;
  /** Whether it is the first page of the list. */
  readonly isFirst: boolean;
}

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

const Paging = ({
  page: { text, urls },
  nextUrl,
  isFirst,
}: Pick<ListPageProps, 'page' | 'nextUrl' | 'isFirst'>): VNode | null =>
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

const laterDay = (one: string, other: string): string => (one > other ? one : other);

/** A day, such as `Saturday 28 November`. Each part is an element, so that the style sheet can arrange them. */
export function DayHeading({ page, day }: { readonly page: PageContext; readonly day: string }): VNode {
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

function EmptyState({ page: { urls, text } }: { readonly page: PageContext }): VNode {
  const key = urls.filters.size > 0 ? 'no_results' : 'no_events';
  return (
    <div class="empty">
      <p class="empty-text">{text(key)}</p>
      <p>{text(`${key}_hint`)}</p>
    </div>
  );
}
