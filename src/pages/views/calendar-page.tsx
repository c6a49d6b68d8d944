import type { ComponentChildren, VNode } from 'preact';
import type { CategoryView } from '../../categories/dto/category.view.js';
import type { EventView } from '../../events/dto/event.view.js';
import type { EventDay } from '../../events/event-days.js';
import { dayOf, formatDate, periodLabel, startDayIn, type CalendarPeriod } from '../dates.js';
import type { Props } from '../page-context.js';
import { Document, type PageHead } from './document.js';
import { EventItem, EventLink, EventStatusLabel, type EventProps } from './event-item.js';
import { FilterForm } from './filter-form.js';
import { DaySection, Paging } from './list-page.js';

type PeriodProps = Props<{ period: CalendarPeriod }>;

type CalendarPageProps = PeriodProps & {
  readonly head: PageHead;
  /** Periods to go to, if they have events in them or beyond them. */
  readonly previous: CalendarPeriod | undefined;
  readonly next: CalendarPeriod | undefined;
  readonly categories: readonly CategoryView[];
  readonly isEmpty: boolean;
  readonly children: ComponentChildren;
};

/** Frame of month, week and day: title, links to other periods, filters. */
export function CalendarPage({ page, head, period, previous, next, ...shown }: CalendarPageProps): VNode {
  const { text, url } = page;
  return (
    <Document page={page} head={head}>
      <div class="period-header">
        <h1>{head.title}</h1>
        <nav class="periods" aria-label={text('periods')}>
          <ul>
            <PeriodLink page={page} to={previous} rel="prev" />
            <li>
              <a href={url(`/${period.view}`)}>{text('today')}</a>
            </li>
            <PeriodLink page={page} to={next} rel="next" />
          </ul>
        </nav>
      </div>
      <FilterForm page={page} categories={shown.categories} />
      {shown.children}
      {shown.isEmpty && period.view !== 'week' && (
        <div class="empty">
          <p class="empty-text">{text('nothing')}</p>
        </div>
      )}
    </Document>
  );
}

type PeriodLinkProps = Props<{ to: CalendarPeriod | undefined; rel: 'prev' | 'next' }>;

const PeriodLink = ({ page, to, rel }: PeriodLinkProps): VNode | null =>
  to ? (
    <li>
      <a href={page.url(to.path)} rel={rel}>
        {rel === 'prev' && <span aria-hidden="true">‹ </span>}
        {periodLabel(page, to)}
        {rel === 'next' && <span aria-hidden="true"> ›</span>}
      </a>
    </li>
  ) : null;

/** A month as a table of whole weeks, with the first events of each day. */
export function MonthTable({ page, period, days }: PeriodProps & { days: readonly EventDay[] }): VNode {
  const { language, text } = page;
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(week * 7, week * 7 + 7));
  return (
    <table class="month">
      <caption>{text('events_in', { period: formatDate(language, 'month', period.first) })}</caption>
      <thead>
        <tr>
          {weeks[0]?.map(({ day }) => (
            <th scope="col">{formatDate(language, 'weekday', day)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr>
            {week.map((day) => (
              <Cell page={page} period={period} day={day} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ page, period, day: { day, total, events } }: PeriodProps & { day: EventDay }): VNode {
  const classes = [!day.startsWith(period.name) && 'is-other-month', total === 0 && 'is-empty'].filter(Boolean);
  return (
    <td
      class={classes.join(' ') || undefined}
      aria-current={day === page.today ? 'date' : undefined}
      data-weekday={formatDate(page.language, 'weekday', day)}
    >
      <time datetime={day}>{Number(day.slice(8))}</time>
      {events.length > 0 && (
        <ul>
          {events.map((event) => (
            <CellEvent page={page} event={event} day={day} />
          ))}
        </ul>
      )}
      <OtherEvents page={page} day={day} count={total - events.length} />
    </td>
  );
}

/** An event in a cell. The time is part of the link's accessible name. */
const CellEvent = ({ page, event, day }: EventProps & { day: string }): VNode => (
  <li class={startDayIn(page.site.configuration.TIMEZONE, event) < day ? 'is-running' : undefined}>
    {!event.all_day && dayOf(event.start_date) === day && (
      <span class="event-start" aria-hidden="true">
        {formatDate(page.language, 'time', event.start_date)}{' '}
      </span>
    )}
    <EventLink page={page} event={event} />
    <EventStatusLabel page={page} event={event} />
  </li>
);

/** Link to the page of a day, if a view does not show all its events. */
function OtherEvents({ page, day, count }: Props<{ day: string; count: number }>): VNode | null {
  if (count <= 0) return null;
  return (
    <a class="more" href={page.url(`/day/${day}`)}>
      {page.text('more', { count })}
      <span class="visually-hidden"> {page.text('on_day', { date: formatDate(page.language, 'day', day) })}</span>
    </a>
  );
}

export const WeekDays = ({ page, days }: Props<{ days: readonly EventDay[] }>): VNode => (
  <>
    {days.map(({ day, total, events }) => (
      <DaySection page={page} day={day} events={events}>
        {total === 0 && <p class="nothing">{page.text('nothing')}</p>}
        <OtherEvents page={page} day={day} count={total - events.length} />
      </DaySection>
    ))}
  </>
);

type DayEventsProps = Props<{ day: string; events: readonly EventView[]; total: number; nextUrl: string | undefined }>;

export const DayEvents = ({ page, day, events, total, nextUrl }: DayEventsProps): VNode => (
  <>
    {total > 0 && (
      <section class="day-events" aria-current={day === page.today ? 'date' : undefined}>
        <h2 class="result-count">{page.text('results', { count: total })}</h2>
        {events.map((event) => (
          <EventItem page={page} event={event} day={day} />
        ))}
      </section>
    )}
    <Paging page={page} nextUrl={nextUrl} />
  </>
);
