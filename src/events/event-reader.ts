import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { RecordKey } from '../kernel/context/record-kind.js';
import type { ExpiringView } from '../kernel/context/expiry-trigger.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { LanguageFallbackPolicy } from '../kernel/language/languages.js';
import { ListReader } from '../records/lists/list-reader.js';
import type { PageRow } from '../records/lists/list-statements.js';
import { resolveSort } from '../records/lists/sort-key.js';
import { EVENT } from '../kinds/calendar-kinds.js';
import { assertReadable } from '../records/crud/record-access.js';
import { ReadScopeFactory } from '../records/crud/read-scope.js';
import type { EventWindowStrategy } from '../records/extension-points/strategy-types.js';
import { StrategyRegistry } from '../records/extension-points/strategy-registry.js';
import type { EventTables } from './event.entity.js';
import type { DaysSelection, EventSelection, ListEventsQuery } from './dto/list-events.query.js';
import type { EventList, EventView } from './dto/event.view.js';
import { eventListConditions, eventSortKeys, eventListFromClauses } from './event-list-plan.js';
import { summarizeEvents, type EventListSummary } from './event-list-summary.js';
import { EventViews } from './event-views.js';
import { daysOf, dayWindowsOf, groupByDay, selectDaySpans, type EventDay } from './event-days.js';
import { resolveEventWindow, type EventWindow } from './event-window.js';
import { readEvent, readEvents, type EventRow } from './event.select.js';

const NO_WINDOW: EventWindow = { conditions: [], parameters: {}, expires: [] };

@Injectable()
export class EventReader implements OnModuleInit {
  private windowStrategy: EventWindowStrategy | undefined;

  constructor(
    private readonly scopes: ReadScopeFactory,
    private readonly views: EventViews,
    private readonly lists: ListReader,
    private readonly strategies: StrategyRegistry,
  ) {}

  onModuleInit(): void {
    this.windowStrategy = this.strategies.get('window');
  }

  /** A page of the events that the caller may read. Fields protected by passwords are masked. */
  list(em: EntityManager, context: RequestContext, query: ListEventsQuery): Promise<EventList & ExpiringView> {
    return this.lists.readPage(context, query, this.define(em, context, query));
  }

  /** All events of the list, in its order, in batches. */
  walk(
    em: EntityManager,
    context: RequestContext,
    selection: EventSelection,
  ): AsyncGenerator<Iterable<EventView>, void> {
    return this.lists.walk(this.define(em, context, selection));
  }

  /** Number, time zones and revision of all events of a list, without reading them. */
  async summarize(em: EntityManager, context: RequestContext, selection: EventSelection): Promise<EventListSummary> {
    const definition = this.define(em, context, selection);
    const summary = await summarizeEvents(em.getKysely(), definition, this.scopes.forContext(context));
    return { ...summary, expires: definition.expires };
  }

  /** Whether a list has events. The order does not matter, so `title` is replaced: its search uses a table that the statement lacks. */
  exists(em: EntityManager, context: RequestContext, { orderby, ...rest }: EventSelection): Promise<boolean> {
    const selection: EventSelection = { ...rest, orderby: orderby === 'title' ? 'start_date' : orderby };
    return this.lists.exists(selection, this.define(em, context, selection));
  }

  /** The events of each day of `during`, at most `perDay` of each. */
  async days(em: EntityManager, context: RequestContext, query: DaysSelection, perDay: number): Promise<EventDay[]> {
    const days = daysOf(query.during);
    if (days.length === 0) return [];
    const windows = dayWindowsOf(days, this.scopes.referenceTime.zone);
    const definition = this.define(em, context, query, NO_WINDOW);
    const { groups, rows } = await this.lists.runLimited('days', query, definition, async () => {
      const spans = await selectDaySpans(definition, windows, perDay).execute(em.getKysely());
      const found = groupByDay(spans.rows, windows, perDay);
      const ids = new Set(found.flatMap((group) => group.ids));
      const page = [...ids].map((id) => ({ id, sort_value: '', extra: null }));
      return { groups: found, rows: page.length > 0 ? await definition.read(page) : [] };
    });
    const views = new Map(rows.map((row) => [row.id, definition.view(row)]));
    return days.map((day, index) => {
      const { total = 0, ids = [] } = groups[index] ?? {};
      return { day, total, events: ids.flatMap((id) => views.get(id) ?? []) };
    });
  }

  private define(
    em: EntityManager,
    context: RequestContext,
    query: EventSelection,
    window: EventWindow = resolveEventWindow(query, this.scopes.referenceTime, this.windowStrategy),
  ) {
    const db = em.getKysely<EventTables>();
    const extensions = this.scopes.listExtension(context, EVENT, 'e', query);
    return {
      kind: EVENT,
      alias: 'e',
      sort: resolveSort({ ...eventSortKeys(context), ...extensions.sortKeys }, query),
      ...eventListFromClauses(context, query),
      ...eventListConditions({ context, query, now: this.scopes.nowSql, extensions }, window),
      expires: window.expires,
      parameters: { ...window.parameters, ...(query.geoloc_lat === undefined ? { geoloc_radius: undefined } : {}) },
      read: (page: readonly PageRow[]) => readEvents(db, context, this.scopes.forContext(context), page),
      view: (row: EventRow) => this.views.listView(context, row),
    };
  }

  /** Finds an event that the caller may read, in the trash or not. Password and language are not checked. */
  findPermitted(em: EntityManager, context: RequestContext, key: RecordKey): Promise<EventRow | undefined> {
    return readEvent(em.getKysely<EventTables>(), this.scopes.forContext(context), key);
  }

  /**
   * The complete view of an event, if the caller may read it.
   * @param fallback `none` accepts only an event in the requested language
   * @throws {ApiError} `event_not_found`, `event_in_trash`, `translation_not_found`
   */
  readableView(context: RequestContext, event: EventRow | undefined, fallback?: LanguageFallbackPolicy): EventView {
    return this.views.fullView(context, assertReadable(context, EVENT, event, fallback));
  }

  /**
   * The view of an event as in lists, if the caller may read it. Fields protected by a password are masked.
   * @param fallback `none` accepts only an event in the requested language
   * @throws {ApiError} `event_not_found`, `event_in_trash`, `translation_not_found`
   */
  listedView(context: RequestContext, event: EventRow | undefined, fallback?: LanguageFallbackPolicy): EventView {
    return this.views.listView(context, assertReadable(context, EVENT, event, fallback));
  }
}
