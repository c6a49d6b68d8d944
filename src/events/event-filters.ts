import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isKnownInstant } from '../kernel/time/local-time.js';
import type { RequestContext } from '../kernel/context/request-context.js';
import { AS_A_WHOLE, AT_ONCE, type ListRows } from '../records/lists/list-statements.js';
import type { SortKeys } from '../records/lists/sort-key.js';
import { statusFilter } from '../records/publishing/status-filter.js';
import type { AddedConditions } from '../records/extension-points/addition.js';
import { EVENT } from '../kinds/kinds.js';
import { languageFilters } from '../records/translations/language-filters.js';
import { byText, serves } from '../records/translations/served-text.js';
import type { EventOrder, ListEventsQuery } from './dto/list-events.query.js';
import { factFilters, linkFilters, placeFilters, stillShown, textFilters, type Condition } from './event-conditions.js';
import type { EventWindow, TimeCondition } from './event-window.js';

/** By what events can be ordered; texts as readers of the language asked for expect. */
export function eventOrders({ language }: RequestContext): SortKeys<EventOrder> {
  return {
    start_date: { expression: sql.ref('e.starts_at'), type: 'timestamptz' },
    end_date: { expression: sql.ref('e.ends_at'), type: 'timestamptz' },
    title: byText(EVENT, sql.ref('t.title'), language.asked),
    date: { expression: sql`coalesce(e.published_at, 'infinity')`, type: 'timestamptz' },
    modified: { expression: sql.ref('e.modified_at'), type: 'timestamptz' },
    id: { expression: sql.ref('e.id'), type: 'bigint' },
  };
}

/** Where events are looked for; with their texts, as served in the language asked for, where those put them in order. */
export function eventsFrom(
  { language }: RequestContext,
  { orderby, search }: ListEventsQuery,
  window: EventWindow,
): Pick<ListRows, 'from' | 'parts' | 'counted'> {
  if (orderby === 'title') {
    const from = sql`events as e join event_texts as t on t.event_id = e.id and ${serves('t', language.asked)}`;
    return { from, counted: search === undefined ? sql`events as e` : from };
  }
  const parts = (lookup: RawBuilder<unknown>) =>
    orderby === 'start_date' ? eventsByStart(window.conditions, lookup) : [sql`events`];
  const whole = parts(AT_ONCE);
  const all = whole.length > 1 ? sql`(${sql.join(whole, sql` union all `)})` : sql`events`;
  return { from: sql`${all} as e`, parts: parts(AS_A_WHOLE).map((part) => sql`${part} as e`) };
}

/** What a list of events asks for: of the time along which it is ordered, and of all else, the cheapest to judge first. */
export function eventFilters(
  context: RequestContext,
  query: ListEventsQuery,
  window: EventWindow,
  now: RawBuilder<Date>,
  added: AddedConditions,
): Pick<ListRows, 'where' | 'sparse' | 'rights' | 'reach'> {
  const isOrderedByTime = query.orderby === 'start_date' || query.orderby === 'end_date';
  const times = timeFilters(window.conditions, query.orderby === 'end_date' ? 'ends_at' : 'starts_at');
  const { usual, unusual } = listedEvents(context, query, now);
  return {
    where: isOrderedByTime ? [...usual, ...times] : usual,
    rights: [
      ...unusual,
      ...stillShown(context, query, now, added.areSought),
      ...languageFilters(EVENT, sql.ref('e.id'), context, query),
    ],
    reach: reachOf(query),
    sparse: (lookup) => {
      const asked = { context, query, now, lookup, searchesFacts: added.searchesFacts };
      return [
        ...(isOrderedByTime ? unusual : [...times, ...unusual]),
        ...added.conditions,
        ...factFilters(asked),
        ...linkFilters(asked),
        ...placeFilters(asked),
        ...languageFilters(EVENT, sql.ref('e.id'), context, query, lookup),
        ...textFilters(asked),
      ];
    },
  };
}

/**
 * How far to look for events that fit, one by one. Most venues, organizers and festivals have few, which their links find
 * at once; to look for words each text must be read.
 */
function reachOf({ include, post_parent: parent, venue, organizer, search }: ListEventsQuery): number {
  if (include ?? parent ?? venue ?? organizer) return 1000;
  return search === undefined ? 10_000 : 2000;
}

/** The parameters of a list as its addresses have them, whenever they are followed. */
export function parametersOf(query: ListEventsQuery, { parameters }: EventWindow): Record<string, unknown> {
  return { ...parameters, ...(query.geoloc_lat === undefined ? { geoloc_radius: undefined } : {}) };
}

/** Which events a list is about at all: most of those that there are, unless it asks for those of few. */
function listedEvents(
  { principal }: RequestContext,
  { hide_from_listings: hidden = 'false', status }: ListEventsQuery,
  now: RawBuilder<Date>,
): Record<'usual' | 'unusual', Condition[]> {
  const isHidden: Condition = sql`e.hide_from_listings`;
  const shown: Condition[] = hidden === 'false' ? [sql`not ${isHidden}`] : [];
  const hiddenOnly = hidden === 'true' ? [isHidden] : [];
  const isOfStatus = statusFilter(principal, 'e', status, now);
  const isUsual = status === undefined || status.join() === 'publish';
  return isUsual
    ? { usual: [isOfStatus, ...shown], unusual: hiddenOnly }
    : { usual: shown, unusual: [isOfStatus, ...hiddenOnly] };
}

/** Beyond the years that events can be in, a wall clock's bound may still lie; texts of such are none that PostgreSQL reads. */
const instant = (epochSeconds: number): RawBuilder<Date> =>
  isKnownInstant(epochSeconds)
    ? sql`${new Date(epochSeconds * 1000).toISOString()}::timestamptz`
    : sql`(timestamptz 'epoch' + ${epochSeconds}::bigint * interval '1 second')`;

/**
 * The conditions of a window on the events `e`, with what they imply for one of the times: so that an index of that can be
 * read from bound to bound.
 */
export function timeFilters(
  conditions: readonly TimeCondition[],
  along: TimeCondition['column'],
): RawBuilder<SqlBool>[] {
  const implied = conditions.filter((each) => each.column !== along && isUpper(each) === (along === 'starts_at'));
  return [...conditions, ...implied.map((each) => ({ ...each, column: along }))].map(
    ({ column, operator, epochSeconds }) =>
      sql<SqlBool>`${sql.ref(`e.${column}`)} ${sql.raw(operator)} ${instant(epochSeconds)}`,
  );
}

/** As no event ends before it starts, what ends early has started early, and what starts late ends late. */
const isUpper = ({ operator }: TimeCondition): boolean => operator.startsWith('<');

/**
 * The events to look through by their start, in parts. Where only the end is bounded from below, those that run at that
 * moment are few among all that had started by then: an index of its own finds them. The others start later.
 * @param lookup how those that run are looked up: `AS_A_WHOLE` keeps PostgreSQL from looking for them along the order, by which all that
 * are over would come first
 */
export function eventsByStart(
  conditions: readonly TimeCondition[],
  lookup: RawBuilder<unknown>,
): readonly RawBuilder<unknown>[] {
  const end = lowest(conditions, 'ends_at');
  if (end === -Infinity || lowest(conditions, 'starts_at') >= end) return [sql`events`];
  const moment = instant(end);
  const isRunning = sql`tstzrange(starts_at, ends_at, '[]') @> ${moment} and starts_at <= ${moment}`;
  return [
    sql`(select * from events where ${isRunning} ${lookup})`,
    sql`(select * from events where starts_at > ${moment})`,
  ];
}

const lowest = (conditions: readonly TimeCondition[], of: TimeCondition['column']): number =>
  Math.max(
    -Infinity,
    ...conditions
      .filter(({ column, operator }) => column === of && operator.startsWith('>'))
      .map(({ epochSeconds }) => epochSeconds),
  );
