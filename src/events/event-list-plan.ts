import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isSupportedInstant } from '../kernel/time/local-time.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { ListPlan } from '../records/lists/list-statements.js';
import type { SortKeys } from '../records/lists/sort-key.js';
import { publishableSortKeys, statusFilter } from '../records/publishing/publishable-lists.js';
import { EVENT } from '../kinds/calendar-kinds.js';
import { servedTranslationCondition } from '../records/translations/served-translation.js';
import type { EventSortName, EventSelection } from './dto/list-events.query.js';
import { eventFilters, type EventListScope } from './event-filters.js';
import type { EventWindow, TimeCondition } from './event-window.js';

/** The sort keys of events. Titles are sorted by the rules of the requested language. */
export function eventSortKeys(context: RequestContext): SortKeys<EventSortName> {
  const { name: title, ...others } = publishableSortKeys(EVENT, 'e', context);
  return {
    start_date: { expression: sql.ref('e.starts_at'), type: 'timestamptz' },
    end_date: { expression: sql.ref('e.ends_at'), type: 'timestamptz' },
    title,
    ...others,
  };
}

/** The tables of a list of events. A list ordered by title joins the served translations. */
export function eventListFromClauses(
  { language }: RequestContext,
  { orderby, search }: EventSelection,
): Pick<ListPlan, 'from' | 'countFrom'> {
  if (orderby !== 'title') return { from: sql`events as e` };
  const from = sql`events as e join event_translations as t on t.event_id = e.id and ${servedTranslationCondition('t', language.requested)}`;
  return { from, countFrom: search === undefined ? sql`events as e` : from };
}

/** The conditions of a list of events. Most events have the usual status and are listed; few match other values. */
export function eventListConditions(list: EventListScope, window: EventWindow): Pick<ListPlan, 'where' | 'selective'> {
  const { orderby, status, hide_from_listings: hidden = 'false' } = list.query;
  const times = timeFilters(window, orderby === 'end_date' ? 'ends_at' : 'starts_at');
  // Without a period, most events of an index range on the sort column are in the window.
  const isRangeOfOrder = !window.period && ['start_date', 'end_date'].includes(orderby);
  const isOfStatus = statusFilter(list.context.principal, 'e', status, list.now);
  const isUsualStatus = status === undefined || status.join() === 'publish';
  return {
    where: [
      ...(isUsualStatus ? [isOfStatus] : []),
      ...(hidden === 'false' ? [sql<SqlBool>`not e.hide_from_listings`] : []),
      ...(isRangeOfOrder ? times : []),
    ],
    selective: [...(isRangeOfOrder ? [] : times), ...(isUsualStatus ? [] : [isOfStatus]), ...eventFilters(list)],
  };
}

/** A bound beyond the years 0001 to 9999 is calculated from seconds, because PostgreSQL cannot parse its text. */
export const timestampSql = (epochSeconds: number): RawBuilder<Date> =>
  isSupportedInstant(epochSeconds)
    ? sql`${new Date(epochSeconds * 1000).toISOString()}::timestamptz`
    : sql`(timestamptz 'epoch' + ${epochSeconds}::bigint * interval '1 second')`;

/**
 * Filters compare the days of all-day events in `TIMEZONE`, whatever the zone of the event. This shifts `starts_at` and
 * `ends_at` by less than this time: offsets of two zones differ by at most 31 hours.
 */
export const MAX_SHIFT_SECONDS = 48 * 3600;

/**
 * The conditions of a time window on `e`. Before each exact condition are the bounds that it implies and that indexes
 * support: on its own column, and on the sort column, as an event that ends before a time has also started before it.
 */
function timeFilters({ conditions, period }: EventWindow, sortColumn: TimeCondition['column']): RawBuilder<SqlBool>[] {
  const filters = conditions.flatMap((condition) => {
    const { column, operator, epochSeconds } = condition;
    const isUpperBound = operator.startsWith('<');
    const bound = timestampSql(epochSeconds + (isUpperBound ? MAX_SHIFT_SECONDS : -MAX_SHIFT_SECONDS));
    const columns = new Set(isUpperBound === (sortColumn === 'starts_at') ? [column, sortColumn] : [column]);
    // The bound of the start is enough then. Each further condition costs planning time, and time for every row.
    if (isUpperBound && sortColumn === 'starts_at') columns.delete('ends_at');
    const implied = [...columns].map((each) => sql<SqlBool>`${sql.ref(`e.${each}`)} ${sql.raw(operator)} ${bound}`);
    return [...implied, exactTimeCondition(condition)];
  });
  return period ? [overlapsCondition(period), ...filters] : filters;
}

/** Compares the start or end of an event with an instant, or the first or last day of an all-day event with a day. */
function exactTimeCondition({ column, operator, epochSeconds, day = 'infinity' }: TimeCondition): RawBuilder<SqlBool> {
  const instant = timestampSql(epochSeconds);
  const localColumn = sql.ref(column === 'starts_at' ? 'e.start_local' : 'e.end_local');
  const floating = sql`${localColumn} ${sql.raw(operator.startsWith('<') ? '<' : '>=')} ${day}::timestamp`;
  // An event without duration at exactly this instant matches, too.
  const exact =
    column === 'ends_at' && operator === '>'
      ? sql`(e.ends_at, e.starts_at) >= (${instant}, ${instant})`
      : sql`${sql.ref(`e.${column}`)} ${sql.raw(operator)} ${instant}`;
  return sql<SqlBool>`case when e.all_day then ${floating} else ${exact} end`;
}

/** A bound that the exact conditions of a period imply, and that `events_running_index` supports. */
function overlapsCondition({ start, end }: NonNullable<EventWindow['period']>): RawBuilder<SqlBool> {
  if (start >= end) return sql<SqlBool>`false`;
  const [from, until] = [timestampSql(start - MAX_SHIFT_SECONDS), timestampSql(end + MAX_SHIFT_SECONDS)];
  return sql<SqlBool>`tstzrange(e.starts_at, e.ends_at, '[]') && tstzrange(${from}, ${until})`;
}
