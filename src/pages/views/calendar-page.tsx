import type { ComponentChildren, VNode } from 'preact';
import type { CategoryView } from '../../categories/dto/category.view.js';
import type { EventView } from '../../events/dto/event.view.js';
import { periodLabel, type CalendarPeriod } from '../calendar-period.js';
import type { EventDay } from '../../events/event-days.js';
import { formatDate, formatNumber } from '../dates.js';
import type { PageContext } from '../page-context.js';
import { filterNames } from './active-filters.js';
import { Document, type PageHead } from './document.js';
import { FilterForm } from './filter-form.js';

export interface CalendarPageProps {
  readonly page: PageContext;
  readonly head: PageHead;
  readonly period: CalendarPeriod;
  readonly links: PeriodLinks;
  readonly categories: readonly CategoryView[];
}

/** Periods to go to. Those without events in them or beyond them are not given. */
export interface PeriodLinks {
  readonly previous: CalendarPeriod | undefined;
  readonly next: CalendarPeriod | undefined;
  /** The same month of the years before and after. */
  readonly previousYear?: CalendarPeriod | undefined;
  readonly nextYear?: CalendarPeriod | undefined;
}

interface FrameProps extends CalendarPageProps {
  /** Events whose venues and organizers name the filters. */
  readonly events?: readonly EventView[];
  readonly children: ComponentChildren;
}

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
  </Document>
);

function PeriodNavigation({ page, period, links }: CalendarPageProps): VNode {
  const { text, urls } = page;
  const year = (target: CalendarPeriod) => String(Number(target.name.slice(0, 4)));
  return (
    <nav class="periods" aria-label={text('periods')}>
      <ul>
        {links.previousYear && (
          <PeriodLink page={page} to={links.previousYear} label={year(links.previousYear)} before="«" />
        )}
        {links.previous && <PeriodLink page={page} to={links.previous} rel="prev" before="‹" />}
        <li>
          <a href={urls.period(period.view)}>{text('today')}</a>
        </li>
        {links.next && <PeriodLink page={page} to={links.next} rel="next" after="›" />}
        {links.nextYear && <PeriodLink page={page} to={links.nextYear} label={year(links.nextYear)} after="»" />}
      </ul>
    </nav>
  );
}

interface PeriodLinkProps {
  readonly page: PageContext;
  readonly to: CalendarPeriod;
  readonly label?: string;
  readonly rel?: string;
  readonly before?: string;
  readonly after?: string;
}

const PeriodLink = ({ page, to, label = periodLabel(page, to), rel, before, after }: PeriodLinkProps): VNode => (
  <li>
    <a href={page.urls.period(to.view, to.name)} rel={rel}>
      {before && <span aria-hidden="true">{before} </span>}
      {label}
      {after && <span aria-hidden="true"> {after}</span>}
    </a>
  </li>
);

interface OtherEventsProps {
  readonly page: PageContext;
  readonly day: EventDay;
}

/** Link to the events of a day that a view does not show. */
export function OtherEvents({ page, day: { day, total, events } }: OtherEventsProps): VNode | null {
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

export const NoEvents = ({ page }: { readonly page: PageContext }): VNode => (
  <div class="empty">
    <p class="empty-text">{page.text('nothing')}</p>
  </div>
);
