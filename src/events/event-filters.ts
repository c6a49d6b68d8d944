import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isSupportedInstant } from '../kernel/time/local-time.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import type { ListPlan } from '../records/lists/list-statements.js';
import type { SortKeys } from '../records/lists/sort-key.js';
import { statusFilter } from '../records/publishing/published-lists.js';
import type { ListExtension } from '../records/extension-points/list-extension.js';
import { EVENT, unprotectedEventCondition } from '../kinds/calendar-kinds.js';
import { canForAllRecords } from '../kernel/context/permissions.js';
import { languageFilters } from '../records/translations/served-translation.js';
import { textSortKey, servedTranslationCondition } from '../records/translations/served-translation.js';
import type { EventSortName, ListEventsQuery } from './dto/list-events.query.js';
import { fieldFilters, linkFilters, geoFilters, searchFilters, type SqlCondition } from './event-conditions.js';
import type { EventWindow, TimeCondition } from './event-window.js';

/** The sort keys of events. Titles are sorted by the rules of the requested language. */
export function eventSortKeys({ language }: RequestContext): SortKeys<EventSortName> {
  return {
    start_date: { expression: sql.ref('e.starts_at'), type: 'timestamptz' },
    end_date: { expression: sql.ref('e.ends_at'), type: 'timestamptz' },
    title: textSortKey(EVENT, sql.ref('t.title'), language.requested),
    date: { expression: sql`coalesce(e.published_at, 'infinity')`, type: 'timestamptz' },
    modified: { expression: sql.ref('e.modified_at'), type: 'timestamptz' },
    id: { expression: sql.ref('e.id'), type: 'bigint' },
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

interface EventListScope {
  readonly context: RequestContext;
  readonly query: ListEventsQuery;
  readonly window: EventWindow;
  readonly now: RawBuilder<Date>;
  readonly extensions: ListExtension;
}

/** The conditions of a list of events, the cheapest first. */
export function eventListConditions({
  context,
  query,
  window,
  now,
  extensions,
}: EventListScope): Pick<ListPlan, 'where' | 'selective'> {
  const isOrderedByTime = query.orderby === 'start_date' || query.orderby === 'end_date';
  const times = timeFilters(window.conditions, query.orderby === 'end_date' ? 'ends_at' : 'starts_at');
  const { common, selective } = listingConditions(context, query, now);
  const { principal } = context;
  const unprotected = canForAllRecords(principal, 'edit') ? undefined : unprotectedEventCondition(principal, 'e', now);
  const scope = { context, query, now, unprotected, searchesCustomFields: extensions.searchesCustomFields };
  return {
    where: isOrderedByTime ? [...common, ...times] : common,
    selective: [
      ...(isOrderedByTime ? selective : [...times, ...selective]),
      ...extensions.conditions,
      ...fieldFilters(scope),
      ...linkFilters(scope),
      ...geoFilters(scope),
      ...languageFilters(EVENT, sql.ref('e.id'), context, query),
      ...searchFilters(scope),
    ],
  };
}

/** Parameters that are replaced or omitted in the URLs of pages: the time window becomes absolute, and passwords are left out. */
export function eventListUrlOverrides(query: ListEventsQuery, { parameters }: EventWindow): Record<string, unknown> {
  return {
    ...parameters,
    password: undefined,
    ...(query.geoloc_lat === undefined ? { geoloc_radius: undefined } : {}),
  };
}

/** Conditions on status and listing. The usual ones are met by most events, others by few. */
function listingConditions(
  { principal }: RequestContext,
  { hide_from_listings: hidden = 'false', status }: ListEventsQuery,
  now: RawBuilder<Date>,
): Record<'common' | 'selective', SqlCondition[]> {
  const isHidden: SqlCondition = sql`e.hide_from_listings`;
  const hidesUnlisted: SqlCondition[] = hidden === 'false' ? [sql`not ${isHidden}`] : [];
  const hiddenOnly = hidden === 'true' ? [isHidden] : [];
  const isOfStatus = statusFilter(principal, 'e', status, now);
  const isPublishedOnly = status === undefined || status.join() === 'publish';
  return isPublishedOnly
    ? { common: [isOfStatus, ...hidesUnlisted], selective: hiddenOnly }
    : { common: hidesUnlisted, selective: [isOfStatus, ...hiddenOnly] };
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
export function timeFilters(
  conditions: readonly TimeCondition[],
  sortColumn: TimeCondition['column'],
): RawBuilder<SqlBool>[] {
  const implied = conditions.filter(
    (each) => each.column !== sortColumn && isUpperBound(each) === (sortColumn === 'starts_at'),
  );
  return [...conditions, ...implied.map((each) => ({ ...each, column: sortColumn }))].map(
    ({ column, operator, epochSeconds }) =>
      sql<SqlBool>`${sql.ref(`e.${column}`)} ${sql.raw(operator)} ${timestampSql(epochSeconds)}`,
  );
}

const isUpperBound = ({ operator }: TimeCondition): boolean => operator.startsWith('<');
