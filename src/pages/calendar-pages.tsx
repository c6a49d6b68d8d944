import { Injectable } from '@nestjs/common';
import type { VNode } from 'preact';
import type { EventView } from '../events/dto/event.view.js';
import type { EventDay } from '../events/event-days.js';
import { EventsService } from '../events/events.service.js';
import type { TextResponse } from '../http/request/text-response.js';
import { createFieldSelection } from '../kernel/context/field-selection.js';
import { addDaysToDate } from '../kernel/time/local-time.js';
import { wholeWeeksOf, type Period } from '../kernel/time/parse-period.js';
import { adjacentPeriod, calendarPeriod, monthOfYear, periodTitle, type CalendarPeriod } from './calendar-period.js';
import { dayOf } from './dates.js';
import { cursorOf, eventsPerPage, headOf, LIST_DEFAULTS } from './event-lists.js';
import { FilterChoices } from './filter-choices.js';
import type { PageContext } from './page-context.js';
import type { PageQuery } from './page.query.js';
import { renderPage } from './render-page.js';
import { DayPage, WeekPage, type CalendarPageProps } from './views/calendar-page.js';
import { MonthPage } from './views/month-page.js';

/** Events that a week shows of each day. The page of the day has the others. */
const EVENTS_PER_WEEKDAY = 20;

/** Cells of the month show titles only. Linked records are not read. */
const CELL_FIELDS = createFieldSelection(['title']);

/** Month, week and day. */
@Injectable()
export class CalendarPages {
  constructor(
    private readonly events: EventsService,
    private readonly choices: FilterChoices,
  ) {}

  async month(page: PageContext, query: PageQuery, name?: string): Promise<TextResponse> {
    const period = calendarPeriod('month', name, page.today);
    const selection = { ...query, ...LIST_DEFAULTS, during: duringOf(wholeWeeksOf(period)) };
    const context = { ...page.request, fields: CELL_FIELDS };
    const days = await this.events.days(context, selection, page.site.configuration.PAGES_CELL);
    const isEmpty = days.every(({ day, total }) => total === 0 || !day.startsWith(period.name));
    return this.render(page, query, { period, isEmpty, events: eventsOf(days) }, (props) => (
      <MonthPage {...props} days={days} />
    ));
  }

  async week(page: PageContext, query: PageQuery, name?: string): Promise<TextResponse> {
    const period = calendarPeriod('week', name, page.today);
    const selection = { ...query, ...LIST_DEFAULTS, during: duringOf(period) };
    const days = await this.events.days(page.request, selection, EVENTS_PER_WEEKDAY);
    const isEmpty = days.every(({ total }) => total === 0);
    return this.render(page, query, { period, isEmpty, events: eventsOf(days) }, (props) => (
      <WeekPage {...props} days={days} />
    ));
  }

  async day(page: PageContext, query: PageQuery, name?: string): Promise<TextResponse> {
    const period = calendarPeriod('day', name, page.today);
    const selection = { ...query, ...LIST_DEFAULTS, during: duringOf(period) };
    const { events, total, next_rest_url } = await this.events.list(page.request, {
      ...selection,
      per_page: eventsPerPage(page),
    });
    const after = cursorOf(next_rest_url);
    const nextUrl = after && page.urls.period('day', period.name, { after });
    return this.render(page, query, { period, isEmpty: total === 0, events }, (props) => (
      <DayPage {...props} {...{ events, total, nextUrl }} />
    ));
  }

  /** Renders a view. Crawling ends at empty periods before the first and after the last event. */
  private async render(
    page: PageContext,
    query: PageQuery,
    { period, isEmpty, events }: ShownPeriod,
    view: (props: CalendarPageProps) => VNode,
  ): Promise<TextResponse> {
    const [links, categories] = await Promise.all([this.links(page, query, period), this.choices.categories(page)]);
    const title = periodTitle(page, period);
    const canonical = page.urls.withoutFilters().period(period.view, period.name);
    const head = { title, canonical, description: `${page.site.name}: ${title}`, ...headOf(page, events) };
    const isOutside = isEmpty && !(links.previous && links.next);
    return renderPage(page, view({ page, head, period, links, categories, isEmpty }), {
      expires: ['midnight'],
      ...(isOutside ? { headers: { 'X-Robots-Tag': 'noindex' } } : {}),
    });
  }

  /** The periods around, if they have events or if there are events beyond them. */
  private async links(
    page: PageContext,
    query: PageQuery,
    period: CalendarPeriod,
  ): Promise<CalendarPageProps['links']> {
    const [previous, next] = await Promise.all([
      this.ifReached(page, query, adjacentPeriod(period, -1), -1),
      this.ifReached(page, query, adjacentPeriod(period, 1), 1),
    ]);
    if (period.view !== 'month') return { previous, next };
    const [previousYear, nextYear] = await Promise.all([
      previous && this.ifReached(page, query, monthOfYear(period, -1), -1),
      next && this.ifReached(page, query, monthOfYear(period, 1), 1),
    ]);
    return { previous, next, previousYear, nextYear };
  }

  /** A period, if an event starts before its end, or ends after its beginning. */
  private async ifReached(
    page: PageContext,
    query: PageQuery,
    period: CalendarPeriod | undefined,
    direction: -1 | 1,
  ): Promise<CalendarPeriod | undefined> {
    if (!period) return undefined;
    const midnight = (day: string) => ({ kind: 'local', local: `${dayOf(day)} 00:00:00`, dateOnly: true }) as const;
    const window =
      direction < 0
        ? { starts_before: midnight(addDaysToDate(period.last, 1) ?? period.last) }
        : ({ ends_after: midnight(period.first), orderby: 'end_date', order: 'desc' } as const);
    const selection = { ...query, ...LIST_DEFAULTS, strict_dates: true, ...window };
    return (await this.events.exists(page.request, selection)) ? period : undefined;
  }
}

interface ShownPeriod {
  readonly period: CalendarPeriod;
  readonly isEmpty: boolean;
  /** Events on the page, each once. */
  readonly events: readonly EventView[];
}

const eventsOf = (days: readonly EventDay[]): EventView[] => [
  ...new Map(days.flatMap(({ events }) => events).map((event) => [event.id, event])).values(),
];

const duringOf = ({ first, last }: Pick<Period, 'first' | 'last'>): Period => ({ first, last, relative: false });
