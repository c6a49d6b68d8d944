import { Injectable } from '@nestjs/common';
import { CategoriesService } from '../categories/categories.service.js';
import type { CategoryView } from '../categories/dto/category.view.js';
import type { EventView } from '../events/dto/event.view.js';
import type { EventDay } from '../events/event-days.js';
import { EventsService } from '../events/events.service.js';
import type { TextResponse } from '../http/request/text-response.js';
import { createFieldSelection } from '../kernel/context/field-selection.js';
import { wholeWeeksOf } from '../kernel/time/parse-period.js';
import { pointOf } from '../venues/great-circle-distance.js';
import {
  adjacentPeriod,
  calendarPeriod,
  periodAround,
  periodTitle,
  type CalendarPeriod,
  type PeriodView,
} from './dates.js';
import { NO_FILTERS, type PageContext } from './page-context.js';
import { listHead } from './page-heads.js';
import { eventsPerPage, LIST_DEFAULTS, upcoming, type PageQuery } from './page.query.js';
import { NO_INDEX, renderPage } from './render-page.js';
import { CalendarPage, DayEvents, MonthTable, WeekDays } from './views/calendar-page.js';
import { ListPage } from './views/list-page.js';
import { MapPage } from './views/map-page.js';

/** Events whose places the map shows: at most 500, and at most 10 pages of `MAX_PER_PAGE`. */
const MAX_EVENTS_OF_MAP = 500;
const MAX_PAGES_OF_MAP = 10;

/** Events of each day in the week view. The page of the day has all of them. */
const EVENTS_PER_WEEKDAY = 20;

/** Maximum number of categories in the filter form. */
const MAX_CATEGORIES = 100;

/** Fields of events in the cells of a month. Linked records are not read. */
const CELL_FIELDS = createFieldSelection(['title']);

/** Fields of categories. Their events are not counted. */
const CATEGORY_FIELDS = createFieldSelection(['slug', 'name']);

/** Renders the views of events: list, map, month, week and day. */
@Injectable()
export class AgendaPages {
  constructor(
    private readonly events: EventsService,
    private readonly categories: CategoriesService,
  ) {}

  async list(page: PageContext, query: PageQuery): Promise<TextResponse> {
    const { events, total, next_rest_url } = await this.events.list(page.request, upcoming(page, query));
    const description = page.text('list_description', { name: page.siteName });
    const head = { description, ...listHead(page, events) };
    const after = cursorOf(next_rest_url);
    const nextUrl = after && page.url('', page.filtersWith('after', after));
    const categories = await this.categoryChoices(page);
    const document = <ListPage {...{ page, head, categories, events, total, nextUrl }} />;
    return renderPage(page, document, ['next-end', 'midnight']);
  }

  async map(page: PageContext, query: PageQuery): Promise<TextResponse> {
    const limit = Math.min(MAX_EVENTS_OF_MAP, MAX_PAGES_OF_MAP * page.site.configuration.MAX_PER_PAGE);
    const paging = { page: 1, per_page: limit, after: undefined };
    const { events, total } = await this.events.list(page.request, { ...upcoming(page, query), ...paging });
    const description = page.text('places.description', { name: page.siteName });
    const head = { title: page.text('view.map'), description, ...listHead(page, events.slice(0, eventsPerPage(page))) };
    const center = pointOf({ geo_lat: query.geoloc_lat, geo_lng: query.geoloc_lng });
    const eventLimit = total > limit ? limit : undefined;
    const categories = await this.categoryChoices(page);
    const document = <MapPage {...{ page, head, categories, events, eventLimit, center }} />;
    return renderPage(page, document, ['next-end', 'midnight']);
  }

  /**
   * A month, week or day. Empty periods before the first and after the last event are not indexed.
   * @param name of the period, as in the URL. Default: the current period
   * @throws {ApiError} `no_route` if the period does not exist
   */
  async period(page: PageContext, query: PageQuery, view: PeriodView, name?: string): Promise<TextResponse> {
    const period = name === undefined ? periodAround(view, page.today) : calendarPeriod(view, name);
    const { content, events, isEmpty } = await this[view](page, query, period);
    const [previous, next, categories] = await Promise.all([
      this.adjacent(page, query, period, -1),
      this.adjacent(page, query, period, 1),
      this.categoryChoices(page),
    ]);
    const title = periodTitle(page, period);
    const canonical = page.url(period.path, NO_FILTERS);
    const head = { title, canonical, description: `${page.siteName}: ${title}`, ...listHead(page, events) };
    const document = (
      <CalendarPage {...{ page, head, period, previous, next, categories, isEmpty }}>{content}</CalendarPage>
    );
    const isOutside = isEmpty && !(previous && next);
    return renderPage(page, document, ['midnight'], isOutside ? NO_INDEX : {});
  }

  private async month(page: PageContext, query: PageQuery, period: CalendarPeriod) {
    const selection = { ...query, ...LIST_DEFAULTS, during: { ...wholeWeeksOf(period), relative: false } };
    const context = { ...page.request, fields: CELL_FIELDS };
    const days = await this.events.days(context, selection, page.site.configuration.PAGES_CELL);
    const isEmpty = days.every(({ day, total }) => total === 0 || !day.startsWith(period.name));
    return { events: eventsOf(days), isEmpty, content: <MonthTable {...{ page, period, days }} /> };
  }

  private async week(page: PageContext, query: PageQuery, period: CalendarPeriod) {
    const selection = { ...query, ...LIST_DEFAULTS, during: period };
    const days = await this.events.days(page.request, selection, EVENTS_PER_WEEKDAY);
    const isEmpty = days.every(({ total }) => total === 0);
    return { events: eventsOf(days), isEmpty, content: <WeekDays page={page} days={days} /> };
  }

  private async day(page: PageContext, query: PageQuery, period: CalendarPeriod) {
    const selection = { ...query, ...LIST_DEFAULTS, during: period, per_page: eventsPerPage(page) };
    const { events, total, next_rest_url } = await this.events.list(page.request, selection);
    const after = cursorOf(next_rest_url);
    const nextUrl = after && page.url(period.path, page.filtersWith('after', after));
    const content = <DayEvents {...{ page, events, total, nextUrl }} day={period.first} />;
    return { events, isEmpty: total === 0, content };
  }

  /** The previous period, if an event starts before its end, or the next one, if an event ends after its beginning. */
  private async adjacent(page: PageContext, query: PageQuery, current: CalendarPeriod, step: -1 | 1) {
    const period = adjacentPeriod(current, step);
    if (!period) return undefined;
    const midnight = (day: string) => ({ kind: 'local', local: `${day} 00:00:00`, dateOnly: true }) as const;
    const window =
      step < 0
        ? { starts_before: midnight(current.first) }
        : ({ ends_after: midnight(period.first), orderby: 'end_date', order: 'desc' } as const);
    const selection = { ...query, ...LIST_DEFAULTS, strict_dates: true, ...window };
    return (await this.events.exists(page.request, selection)) ? period : undefined;
  }

  private async categoryChoices({ request }: PageContext): Promise<readonly CategoryView[]> {
    const order = { ml_fallback: 'record', orderby: 'name', order: 'asc' } as const;
    const query = { ...order, page: 1, per_page: MAX_CATEGORIES, hide_empty: true };
    return (await this.categories.list({ ...request, fields: CATEGORY_FIELDS }, query)).categories;
  }
}

/** The cursor in the URL of a page of the REST list. */
const cursorOf = (restUrl: string | null): string | undefined =>
  (restUrl && new URL(restUrl).searchParams.get('after')) || undefined;

const eventsOf = (days: readonly EventDay[]): EventView[] => [
  ...new Map(days.flatMap(({ events }) => events).map((event) => [event.id, event])).values(),
];
