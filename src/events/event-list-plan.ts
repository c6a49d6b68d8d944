import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isSupportedInstant } from '../kernel/time/local-time.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { ListPlan } from '../records/lists/list-statements.js';
import type { SortKeys } from '../records/lists/sort-key.js';
import { publishableSortKeys, statusFilter } from '../records/publishing/publishable-lists.js';
import { EVENT } from '../kinds/calendar-kinds.js';
import { servedTranslationCondition } from '../records/translations/served-translation.js';
import type { EventSortName, ListEventsQuery } from './dto/list-events.query.js';
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
  { orderby, search }: ListEventsQuery,
): Pick<ListPlan, 'from' | 'countFrom'> {
  if (orderby !== 'title') return { from: sql`events as e` };
  const from = sql`events as e join event_translations as t on t.event_id = e.id and ${servedTranslationCondition('t', language.requested)}`;
  return { from, countFrom: search === undefined ? sql`events as e` : from };
}

/** The conditions of a list of events, the cheapest first. Most events have the usual status and are listed; few match other values. */
export function eventListConditions(
  list: EventListScope,
  { conditions }: EventWindow,
): Pick<ListPlan, 'where' | 'selective'> {
  const { orderby, status, hide_from_listings: hidden = 'false' } = list.query;
  const isOrderedByTime = orderby === 'start_date' || orderby === 'end_date';
  const times = timeFilters(conditions, orderby === 'end_date' ? 'ends_at' : 'starts_at');
  const isOfStatus = statusFilter(list.context.principal, 'e', status, list.now);
  const isUsualStatus = status === undefined || status.join() === 'publish';
  return {
    where: [
      ...(isUsualStatus ? [isOfStatus] : []),
      ...(hidden === 'false' ? [sql<SqlBool>`not e.hide_from_listings`] : []),
      ...(isOrderedByTime ? times : []),
    ],
    selective: [...(isOrderedByTime ? [] : times), ...(isUsualStatus ? [] : [isOfStatus]), ...eventFilters(list)],
  };
}

/** A bound beyond the years 0001 to 9999 is calculated from seconds, because PostgreSQL cannot parse its text. */
const timestampSql = (epochSeconds: number): RawBuilder<Date> =>
  isSupportedInstant(epochSeconds)
    ? sql`${new Date(epochSeconds * 1000).toISOString()}::timestamptz`
    : sql`(timestamptz 'epoch' + ${epochSeconds}::bigint * interval '1 second')`;

/**
 * The conditions of a time window on `e`, and those that they imply for the sort column, so that its index is read between two bounds:
 * an event that ends before a time has also started before it.
 */
function timeFilters(conditions: readonly TimeCondition[], sortColumn: TimeCondition['column']): RawBuilder<SqlBool>[] {
  const implied = conditions.filter(
    ({ column, operator }) => column !== sortColumn && operator.startsWith('<') === (sortColumn === 'starts_at'),
  );
  return [...conditions, ...implied.map((each) => ({ ...each, column: sortColumn }))].map(
    ({ column, operator, epochSeconds }) =>
      sql<SqlBool>`${sql.ref(`e.${column}`)} ${sql.raw(operator)} ${timestampSql(epochSeconds)}`,
  );
}
