import type { ComponentChildren, VNode } from 'preact';
import type { CategoryView } from '../../categories/dto/category.view.js';
import type { EventView } from '../../events/dto/event.view.js';
import type { EventDay } from '../../events/event-days.js';
import { periodLabel, type CalendarPeriod } from '../calendar-period.js';
import { formatDate, formatNumber } from '../dates.js';
import type { Props } from '../page-context.js';
import { Document, type PageHead } from './document.js';
import { EventItem } from './event-item.js';
import { FilterForm, filterNames } from './filter-form.js';
import { DayHeading, Paging } from './list-page.js';

export type CalendarPageProps = Props<{
  head: PageHead;
  period: CalendarPeriod;
  /** Periods to go to. Those without events in them or beyond them are not given. Months have the same one of other years. */
  links: Partial<Record<'previous' | 'next' | 'previousYear' | 'nextYear', CalendarPeriod | undefined>>;
  categories: readonly CategoryView[];
  isEmpty: boolean;
}>;

/** @param events those whose venues and organizers name the filters */
type FrameProps = CalendarPageProps & { events?: readonly EventView[]; children: ComponentChildren };

/** Frame of month, week and day: title, links to other periods, filters. */
export const CalendarPage = (props: FrameProps): VNode => (
  <Document page={props.page} head={props.head} view={props.period.view}>
    <div class="period-header">
      <h1>{props.head.title}</h1>
      <PeriodNavigation {...props} />
    </div>
    <FilterForm
      page={props.page}
      action={props.page.urls.period(props.period.view, props.period.name)}
      categories={props.categories}
      names={filterNames(props.events ?? [], props.categories)}
    />
    {props.children}
    {props.isEmpty && props.period.view !== 'week' && (
      <div class="empty">
        <p class="empty-text">{props.page.text('nothing')}</p>
      </div>
    )}
  </Document>
);

function PeriodNavigation({ page, period, links }: CalendarPageProps): VNode {
  const { text, urls } = page;
  const year = (target: CalendarPeriod | undefined) => target && String(Number(target.name.slice(0, 4)));
  return (
    <nav class="periods" aria-label={text('periods')}>
      <ul>
        <PeriodLink page={page} to={links.previousYear} label={year(links.previousYear)} before="«" />
        <PeriodLink page={page} to={links.previous} rel="prev" before="‹" />
        <li>
          <a href={urls.period(period.view)}>{text('today')}</a>
        </li>
        <PeriodLink page={page} to={links.next} rel="next" after="›" />
        <PeriodLink page={page} to={links.nextYear} label={year(links.nextYear)} after="»" />
      </ul>
    </nav>
  );
}

type PeriodLinkProps = Props<
  { to: CalendarPeriod | undefined } & Partial<Record<'label' | 'rel' | 'before' | 'after', string | undefined>>
>;

const PeriodLink = ({ page, to, label, rel, before, after }: PeriodLinkProps): VNode | null =>
  to ? (
    <li>
      <a href={page.urls.period(to.view, to.name)} rel={rel}>
        {before && <span aria-hidden="true">{before} </span>}
        {label ?? periodLabel(page, to)}
        {after && <span aria-hidden="true"> {after}</span>}
      </a>
    </li>
  ) : null;

/** Link to the events of a day that a view does not show. */
export function OtherEvents({ page, day: { day, total, events } }: Props<{ day: EventDay }>): VNode | null {
  const { language, text, urls } = page;
  const count = total - events.length;
  if (count <= 0) return null;
  return (
    <a class="more" href={urls.period('day', day)}>
      {text('more', { count, total: formatNumber(language, count) })}
      <span class="visually-hidden"> {text('on_day', { date: formatDate(language, 'day', day) })}</span>
    </a>
  );
}

/** The days of a week as headings with lists. */
export const WeekPage = ({ days, ...props }: CalendarPageProps & { days: readonly EventDay[] }): VNode => (
  <CalendarPage {...props} events={days.flatMap(({ events }) => events)}>
    {days.map((day) => (
      <DaySection page={props.page} day={day} />
    ))}
  </CalendarPage>
);

const DaySection = ({ page, day }: Props<{ day: EventDay }>): VNode => (
  <section class="day" aria-current={day.day === page.today ? 'date' : undefined}>
    <DayHeading page={page} day={day.day} />
    <div class="day-events">
      {day.total === 0 && <p class="nothing">{page.text('nothing')}</p>}
      {day.events.map((event) => (
        <EventItem page={page} event={event} day={day.day} />
      ))}
      <OtherEvents page={page} day={day} />
    </div>
  </section>
);

type DayPageProps = CalendarPageProps & { events: readonly EventView[]; total: number; nextUrl: string | undefined };

/** The events of a day as a list. */
export function DayPage({ total, nextUrl, ...props }: DayPageProps): VNode {
  const { page, period, events } = props;
  const { language, text } = page;
  return (
    <CalendarPage {...props}>
      {total > 0 && (
        <section class="day-events" aria-current={period.first === page.today ? 'date' : undefined}>
          <h2 class="result-count">{text('results', { count: total, total: formatNumber(language, total) })}</h2>
          {events.map((event) => (
            <EventItem page={page} event={event} day={period.first} />
          ))}
        </section>
      )}
      <Paging page={page} nextUrl={nextUrl} isFirst />
    </CalendarPage>
  );
}
