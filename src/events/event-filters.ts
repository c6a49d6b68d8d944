import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isEditor } from '../common/auth/permissions.js';
import type { RequestContext } from '../common/http/request-context.js';
import type { ListRows } from '../common/pagination/list-statement.js';
import type { SortKeys } from '../common/pagination/sort-key.js';
import { statusFilter } from '../common/publishing/status-filter.js';
import { foldedWords } from '../common/text/fold.js';
import { languageFilters } from '../common/texts/language-filters.js';
import { byText, containsWords, serves } from '../common/texts/served-text.js';
import type { EventOrder, ListEventsQuery } from './dto/list-events.query.js';
import { placeFilters } from './event-places.js';
import { eventsByStart, timeFilters } from './event-times.js';
import type { EventWindow } from './event-window.js';

type Condition = RawBuilder<SqlBool>;

/** By what events can be ordered; texts as readers of the language asked for expect. */
export function eventOrders({ language }: RequestContext): SortKeys<EventOrder> {
  return {
    start_date: { expression: sql.ref('e.starts_at'), type: 'timestamptz' },
    end_date: { expression: sql.ref('e.ends_at'), type: 'timestamptz' },
    title: byText('event', sql.ref('t.title'), language.asked),
    date: { expression: sql`coalesce(e.published_at, 'infinity')`, type: 'timestamptz' },
    modified: { expression: sql.ref('e.modified_at'), type: 'timestamptz' },
    id: { expression: sql.ref('e.id'), type: 'bigint' },
  };
}

/** What a list of events asks for: of the time along which it is ordered, and of all else. */
export function eventFilters(
  context: RequestContext,
  query: ListEventsQuery,
  window: EventWindow,
  now: RawBuilder<Date>,
): Pick<ListRows, 'where' | 'sparse'> {
  const isOrderedByTime = query.orderby === 'start_date' || query.orderby === 'end_date';
  const times = timeFilters(window.conditions);
  const { usual, unusual } = listedEvents(context, query, now);
  const others = [...unusual, ...otherFilters(context, query, now)];
  return isOrderedByTime
    ? { where: [...usual, ...times], sparse: others }
    : { where: usual, sparse: [...times, ...others] };
}

/** The parameters of a list as its addresses have them, whenever they are followed. */
export function parametersOf(query: ListEventsQuery, { parameters }: EventWindow): Record<string, unknown> {
  return { ...parameters, ...(query.geoloc_lat === undefined ? { geoloc_radius: undefined } : {}) };
}

/** Which events a list is about at all: most of those that there are, unless it asks for those of few. */
function listedEvents({ principal }: RequestContext, query: ListEventsQuery, now: RawBuilder<Date>) {
  const { hide_from_listings: hidden = 'false', status } = query;
  const isHidden = sql<SqlBool>`e.hide_from_listings`;
  const shown = { true: [isHidden], false: [sql<SqlBool>`not ${isHidden}`], any: [] }[hidden];
  const isOfStatus = statusFilter(principal, 'e', status, now);
  const isUsual = status === undefined || status.join() === 'publish';
  return isUsual ? { usual: [isOfStatus, ...shown], unusual: [] } : { usual: shown, unusual: [isOfStatus] };
}

/** The cheapest to judge first. */
function otherFilters(context: RequestContext, query: ListEventsQuery, now: RawBuilder<Date>): Condition[] {
  return [
    ...(query.include ? [sql<SqlBool>`e.id = any (${query.include}::bigint[])`] : []),
    ...factFilters(context, query),
    ...whereShown(context, linkFilters(query)),
    ...placeFilters(context, query, now),
    ...languageFilters('event', sql.ref('e.id'), context, query),
    ...whereShown(context, textFilters(context, query)),
  ];
}

/** Looked up event by event along an order that is none of texts, so that other filters may spare it. */
function textFilters({ language }: RequestContext, { search = '', orderby }: ListEventsQuery): Condition[] {
  const words = foldedWords(search);
  if (words.length === 0) return [];
  const found = containsWords([sql.ref('t.folded')], words);
  if (orderby === 'title') return [found];
  return [
    sql<SqlBool>`exists (
    select from event_texts as t where t.event_id = e.id and ${serves('t', language.asked)} and ${found})`,
  ];
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
  const parts = orderby === 'start_date' ? eventsByStart(window.conditions) : [sql`events`];
  const all = parts.length > 1 ? sql`(${sql.join(parts, sql` union all `)})` : sql`events`;
  return { from: sql`${all} as e`, parts: parts.map((part) => sql`${part} as e`) };
}

/** Conditions that only hold of what the requester is shown: of an event with a password that is next to nothing. */
function whereShown({ principal }: RequestContext, conditions: readonly Condition[]): Condition[] {
  const isShown = sql<SqlBool>`e.password_hash is null`;
  return conditions.length === 0 || isEditor(principal) ? [...conditions] : [...conditions, isShown];
}

/** An event with a password looks like one that is neither featured nor ticketed. */
function factFilters(context: RequestContext, { featured, ticketed }: ListEventsQuery): Condition[] {
  return Object.entries({ featured, ticketed }).flatMap(([name, wanted]) => {
    const state = whereShown(context, [sql<SqlBool>`${sql.ref(`e.${name}`)}`]);
    if (wanted === undefined) return [];
    return wanted ? state : [sql<SqlBool>`not (${sql.join(state, sql` and `)})`];
  });
}

function linkFilters({ categories, tags, venue, organizer, post_parent: parent }: ListEventsQuery): Condition[] {
  return [
    ...(categories ? [isLinked('event_categories', 'category_id', categories.ids)] : []),
    ...(tags ? [isLinked('event_tags', 'tag_id', tags.ids)] : []),
    ...(venue ? [isLinked('event_venues', 'venue_id', venue)] : []),
    ...(organizer ? [isLinked('event_organizers', 'organizer_id', organizer)] : []),
    ...(parent === undefined ? [] : [sql<SqlBool>`e.post_parent_id = ${parent}`]),
  ];
}

const isLinked = (table: string, column: string, ids: readonly number[]): Condition =>
  sql<SqlBool>`exists (
    select from ${sql.table(table)} as link where link.event_id = e.id and ${sql.ref(`link.${column}`)} = any (${ids}::bigint[]))`;
